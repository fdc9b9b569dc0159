# SPDX-License-Identifier: Apache-2.0
"""A client of ClickHouse as its own is: clickhouse.py FOLDER reads SQL from its standard input and prints rows.

A statement ends with a line that ends with a semicolon, and is run at once. After an error it goes on.
"""

import sys

from chdb import session

database = session.Session(sys.argv[1])
lines, wrong = [], False
for line in sys.stdin:
    lines.append(line)
    if not line.endswith(";\n") or line.startswith("--"):
        continue
    try:
        print(database.query("".join(lines), "TSVRaw"), end="", flush=True)
    except Exception as error:
        print(error, file=sys.stderr, flush=True)
        wrong = True
    lines = []
database.close()
sys.exit(wrong)
