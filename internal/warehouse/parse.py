# SPDX-License-Identifier: Apache-2.0
"""parse.py DIALECT: reads SQL from standard input, and fails at a statement that the dialect does not have, by sqlglot's account."""

import logging
import sys

import sqlglot

logging.disable()
statements = [s for s in sqlglot.parse(sys.stdin.read(), read=sys.argv[1]) if s]
unknown = [s.sql() for s in statements if isinstance(s, sqlglot.exp.Command) and s.name != "SHOW"]
if unknown or not statements:
    sys.exit(f"{len(unknown)} of {len(statements)} statements are not understood: {unknown[:3]}")
