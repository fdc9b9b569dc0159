#!/usr/bin/env bash
# Runs a fit that concord shard has split, on Slurm. This was never run: no test has a cluster.
#
#   sbatch slurm.sh DIR
#
# The job holds its nodes for the whole fit, and starts a job step for each pass.
#SBATCH --ntasks=8
#SBATCH --cpus-per-task=1
set -euo pipefail
dir=$1 concord=${CONCORD:-concord}
shards=$(find "$dir" -name 'shard-????' | wc -l)
for ((step = 0; ; step++)); do
  if [ -e "$dir/done" ]; then break; fi
  passes=()
  for ((n = 0; n < shards; n++)); do
    srun --exact --ntasks=1 "$concord" pass "$dir" "$step" "$n" &
    passes+=($!)
  done
  for pass in "${passes[@]}"; do wait "$pass"; done
  "$concord" sum "$dir" "$step"
done
