#!/usr/bin/env bash
# Carries a checked site to a host. This version knows no host yet: it checks the folder, says so, and refuses, so that nothing is
# published half-done.
set -euo pipefail

if [ "$#" -ne 1 ] || [ "$1" = --help ]; then
  printf 'usage: publish.sh DIR\n\nChecks the site in DIR. Carrying it to a host is not part of this version.\n' >&2
  exit 2
fi
foreboard check "$1" || exit 3
printf 'publish.sh: `%s` passed its check; this version carries it to no host: copy the folder yourself\n' "$1" >&2
exit 4
