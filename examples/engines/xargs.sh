#!/usr/bin/env bash
# Runs a fit that concord shard has split on one machine: xargs.sh DIR [PROCESSES]
set -euo pipefail
dir=$1 processes=${2:-$(nproc)} concord=${CONCORD:-concord}
shards=$(find "$dir" -name 'shard-????' | wc -l)
for ((step = 0; ; step++)); do
  if [ -e "$dir/done" ]; then break; fi
  seq 0 $((shards - 1)) | xargs -P "$processes" -I SHARD "$concord" pass "$dir" "$step" SHARD
  "$concord" sum "$dir" "$step"
done
