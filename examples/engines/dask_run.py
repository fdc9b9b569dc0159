"""Runs a fit that concord shard has split, on Dask: dask_run.py DIR [SCHEDULER]

SCHEDULER is the address of one, or the file that it wrote; without it, the processors of this machine are used.
"""
import glob
import os
import subprocess
import sys

from distributed import Client


def concord(*args):
    run = subprocess.run([os.environ.get("CONCORD", "concord"), *map(str, args)], capture_output=True, text=True)
    if run.returncode != 0:
        raise RuntimeError(run.stderr)
    return run.stdout


def main(directory, scheduler=None):
    if scheduler is None:
        client = Client(threads_per_worker=1)
    elif os.path.exists(scheduler):
        client = Client(scheduler_file=scheduler)
    else:
        client = Client(scheduler)
    shards = len(glob.glob(os.path.join(glob.escape(directory), "shard-????")))
    step = 0
    while not os.path.exists(os.path.join(directory, "done")):
        # Every call is made anew (pure=False), and elsewhere if its worker is lost.
        passes = [client.submit(concord, "pass", directory, step, n, pure=False, retries=2) for n in range(shards)]
        client.gather(passes)
        print(client.submit(concord, "sum", directory, step, pure=False, retries=2).result(), end="", flush=True)
        step += 1


if __name__ == "__main__":
    main(*sys.argv[1:])
