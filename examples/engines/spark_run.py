"""Runs a fit that concord shard has split, on Spark. This was never run: no test has a cluster.

spark-submit spark_run.py DIR
"""
import glob
import os
import subprocess
import sys

from pyspark.sql import SparkSession


def concord(*args):
    subprocess.run([os.environ.get("CONCORD", "concord"), *map(str, args)], check=True)


def main(directory):
    spark = SparkSession.builder.appName("concord").getOrCreate().sparkContext
    shards = len(glob.glob(os.path.join(glob.escape(directory), "shard-????")))
    step = 0
    while not os.path.exists(os.path.join(directory, "done")):
        spark.parallelize(range(shards), shards).foreach(lambda n: concord("pass", directory, step, n))
        concord("sum", directory, step)
        step += 1


if __name__ == "__main__":
    main(*sys.argv[1:])
