#!/usr/bin/env bash
# Times whole commands in release mode, as ratios against reading the same files with one `cat`, in the same run.
#
#   tests/bench/run.sh [ARCHIVE | DATASET]     a .tar.zst of a "runs" dataset, or its folder; without one, a demo of 30,383 files
#
# Prints seconds (the least of three runs), peak memory, and the ratio.
set -euo pipefail
cd "$(dirname "$0")/../.."

cargo build --release --locked --quiet
tool=${CARGO_TARGET_DIR:-$PWD/target}/release/foreboard
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

data=$work/data
case "${1:-}" in
  '') "$tool" -q demo "$data" --tasks 20 --days 100 --systems 9 ;;
  *.tar.zst) mkdir "$data" && tar --zstd -xf "$1" -C "$data" ;;
  *) data=$(cd "$1" && pwd) ;;
esac

cat >"$work/foreboard.toml" <<EOF
[site]
title = "Benchmark"
description = "Timing."

[[track]]
id = "bench"
title = "Benchmark"
layout = "runs"
source = "$data"
EOF

files=$(find "$data" -type f | wc -l)
printf '%s files, %s\n' "$files" "$(du -sh --apparent-size "$data" | cut -f1)"

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

floor=$(best bash -c "find '$data' -type f -print0 | xargs -0 cat")
base=${floor% *}
row() {
  local name=$1 seconds=${2% *} memory=${2#* }
  python3 -c "print(f'{\"$name\":<28} {$seconds:8.2f} s {$memory / 1024:8.0f} MiB {$seconds / $base:8.2f} x cat')"
}
row "cat every file" "$floor"
row "score --format csv" "$(best "$tool" -q score "$data" --format csv)"
row "build, all pages and charts" "$(best "$tool" -q build -c "$work/foreboard.toml" -o "$work/public")"
du -sh --apparent-size "$work/public" | awk '{print "site: " $1}'
