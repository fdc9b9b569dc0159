# SPDX-License-Identifier: Apache-2.0
"""Builds the wheels: python3 wheel.py FOLDER [GOOS/GOARCH …], by default for all platforms. Needs Go, and nothing else.

A wheel holds the module and the command for one platform. The same sources make the same bytes.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[3]
NAME = "concord_labels"
# The command links to no library, so a wheel for Linux runs with every libc. Go needs macOS 12.
PLATFORMS = {
    "linux/amd64": "manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64",
    "linux/arm64": "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64",
    "darwin/amd64": "macosx_12_0_x86_64",
    "darwin/arm64": "macosx_12_0_arm64",
    "windows/amd64": "win_amd64",
    "windows/arm64": "win_arm64",
}


def build(platform, to):
    """Compiles the command."""
    system, processor = platform.split("/")
    environment = dict(os.environ, GOOS=system, GOARCH=processor, CGO_ENABLED="0")
    flags = ["-trimpath", "-buildvcs=false", "-ldflags=-s -w"]
    subprocess.run(["go", "build", *flags, "-o", to, "./core/cmd/concord"], cwd=ROOT, env=environment, check=True)


def metadata(version):
    readme = "\n".join((ROOT / "docs/howto" / name).read_text(encoding="utf-8") for name in ("python.md", "engines.md"))
    return f"""\
Metadata-Version: 2.1
Name: concord-labels
Version: {version}
Summary: The most probable label of every task and the reliability of every worker, from the labels of a crowd
License: Apache-2.0
License-File: LICENSE
License-File: licenses.txt
Requires-Python: >=3.9
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
Description-Content-Type: text/markdown

{readme}"""


def wheel(platform, folder):
    version = re.search(r'Version = "(.+)"', (ROOT / "core/api/api.go").read_text(encoding="utf-8"))[1]
    system, tags = platform.split("/")[0], PLATFORMS[platform]
    about = f"{NAME}-{version}.dist-info"
    with tempfile.TemporaryDirectory() as work:
        binary = Path(work, "concord.exe" if system == "windows" else "concord")
        build(platform, binary)
        files = {f"concord/{binary.name}": binary.read_bytes()}
    files |= {f"concord/{path.name}": path.read_bytes() for path in sorted((HERE / "concord").iterdir()) if path.is_file()}
    files |= {
        f"{about}/METADATA": metadata(version).encode(),
        f"{about}/WHEEL": "\n".join(
            ["Wheel-Version: 1.0", "Generator: concord", "Root-Is-Purelib: false", *(f"Tag: py3-none-{tag}" for tag in tags.split(".")), ""]
        ).encode(),
        f"{about}/entry_points.txt": b"[console_scripts]\nconcord = concord.__main__:main\n",
        f"{about}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
        f"{about}/licenses/licenses.txt": (ROOT / "web/licenses.txt").read_bytes(),
    }
    record = f"{about}/RECORD"
    lines = [f"{name},sha256={digest(content)},{len(content)}" for name, content in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    path = Path(folder, f"{NAME}-{version}-py3-none-{tags}.whl")
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)  # of 1980: the same bytes each time
            entry.create_system, entry.compress_type = 3, zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name.startswith("concord/concord") else 0o100644) << 16
            archive.writestr(entry, content)
    print(path)


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    for platform in sys.argv[2:] or PLATFORMS:
        wheel(platform, sys.argv[1])
