#!/usr/bin/env bash
# Times whole commands in release mode, as ratios against reading the same files with one `cat`, in the same run.
#
#   tests/bench/run.sh [ARCHIVE | DATASET]     a .tar.zst of a "runs" dataset, or the folder of a dataset of either layout;
#                                              without one, a "runs" demo of 30,383 files, and a raw FWBench demo of 1,251 cases and 15 models
#
# Prints seconds (the least of three runs), peak memory, and the ratio.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --locked --quiet
tool=${CARGO_TARGET_DIR:-$PWD/target}/release/foreboard
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Seconds and peak kilobytes of one run of a command.
once() { python3 - "$@" <<'EOF'
import resource, subprocess, sys, time
start = time.monotonic()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
print(f"{time.monotonic() - start:.3f} {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss}")
EOF
}

# The least seconds of three runs, and the memory of that run.
best() { for _ in 1 2 3; do once "$@"; done | sort -n | head -n 1; }

# One layout's dataset: reading its files, scoring it, building its site.
measure() {
  local layout=$1 data=$2 floor
  cat >"$work/foreboard.toml" <<EOF
[site]
title = "Benchmark"
description = "Timing."

[[track]]
id = "bench"
title = "Benchmark"
layout = "$layout"
source = "$data"
EOF
  printf '%s: %s files, %s\n' "$layout" "$(find "$data" -type f | wc -l)" "$(du -sh --apparent-size "$data" | cut -f1)"
  floor=$(best bash -c "find '$data' -type f -print0 | xargs -0 cat")
  row "cat every file" "$floor" "$floor"
  row "score --format json" "$(best "$tool" -q score "$data" --format json)" "$floor"
  row "build, all pages and charts" "$(best "$tool" -q build -c "$work/foreboard.toml" -o "$work/public")" "$floor"
  du -sh --apparent-size "$work/public" | awk '{print "site: " $1}'
}

row() {
  local name=$1 seconds=${2% *} memory=${2#* } base=${3% *}
  python3 -c "print(f'{\"$name\":<28} {$seconds:8.2f} s {$memory / 1024:8.0f} MiB {$seconds / $base:8.2f} x cat')"
}

layout_of() { if [[ -e $1/site/index.json || -e $1/index.json ]]; then echo runs; else echo fwbench; fi; }

case "${1:-}" in
  '')
    "$tool" -q demo "$work/runs" --tasks 20 --days 100 --systems 9
    measure runs "$work/runs"
    "$tool" -q demo "$work/fwbench" --layout fwbench --cases 1251 --models 15
    measure fwbench "$work/fwbench"
    ;;
  *.tar.zst)
    mkdir "$work/data" && tar --zstd -xf "$1" -C "$work/data"
    measure runs "$work/data"
    ;;
  *) data=$(cd "$1" && pwd) && measure "$(layout_of "$data")" "$data" ;;
esac
