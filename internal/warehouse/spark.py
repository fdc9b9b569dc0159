# SPDX-License-Identifier: Apache-2.0
"""A client of Spark: spark.py FOLDER [SETTING=VALUE …] reads SQL from its standard input and prints rows; tables lie in the folder.

It forgets its tables at its end, unless spark.sql.catalogImplementation=hive is set, which takes longer to start.

A statement ends with a line that ends with a semicolon, and is run at once. After an error it goes on.

Spark's own, spark-sql, reads a pipe as it reads a keyboard: it draws each line anew at every letter, and completes words at a tab.
"""

import logging
import sys
import tempfile
from pathlib import Path

from pyspark.sql import SparkSession

logging.disable()  # errors are printed once
folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
more = dict(one.split("=", 1) for one in sys.argv[2:])
kept = more.get("spark.sql.catalogImplementation") == "hive"
settings = {
    "spark.sql.warehouse.dir": folder / "tables" if kept else tempfile.mkdtemp(dir=folder),
    "spark.hadoop.javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={folder / 'catalog'};create=true",
    "spark.driver.extraJavaOptions": f"-Dderby.stream.error.file={folder / 'derby.log'}",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.sql.shuffle.partitions": 2,
    "spark.default.parallelism": 2,
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.log.level": "OFF",
}
settings |= more
builder = SparkSession.builder.master("local[2]")
for name, value in settings.items():
    builder = builder.config(name, str(value))
spark = builder.getOrCreate()
lines, wrong = [], False
for line in sys.stdin:
    lines.append(line)
    if not line.endswith(";\n") or line.startswith("--"):
        continue
    statement = "".join(lines).strip().removesuffix(";")
    lines = []
    try:
        for row in spark.sql(statement).collect():
            print(*row, sep=",")
    except Exception as error:
        print(error, file=sys.stderr)
        wrong = True
    sys.stdout.flush()
spark.stop()
sys.exit(wrong)
