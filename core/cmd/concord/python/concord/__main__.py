# SPDX-License-Identifier: Apache-2.0
"""python -m concord is the command concord."""

import os
import subprocess
import sys

from concord import command


def main() -> None:
    arguments = [command(), *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(arguments))
    os.execv(arguments[0], arguments)


if __name__ == "__main__":
    main()
