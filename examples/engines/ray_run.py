"""Runs a fit that concord shard has split, on Ray. This was never run: no test has a cluster.

python ray_run.py DIR
"""
import glob
import os
import subprocess
import sys

import ray


@ray.remote(max_retries=2, retry_exceptions=True)
def concord(*args):
    subprocess.run([os.environ.get("CONCORD", "concord"), *map(str, args)], check=True)


def main(directory):
    ray.init()
    shards = len(glob.glob(os.path.join(glob.escape(directory), "shard-????")))
    step = 0
    while not os.path.exists(os.path.join(directory, "done")):
        ray.get([concord.remote("pass", directory, step, n) for n in range(shards)])
        ray.get(concord.remote("sum", directory, step))
        step += 1


if __name__ == "__main__":
    main(*sys.argv[1:])
