#!/bin/sh
# Starts the servers of deploy/replicas.yml again, one by one, so that no request fails: after a change of .env, or after
# `git pull`. New ones start beside the old ones, and each old one is stopped once they are healthy: it says that it is not
# ready, answers what it has, and tells its devices to come back, which lets them connect to a new one.
#
# Where CHANGELOG names a change of the server's database, use `docker compose up -d` instead: an older server refuses a newer
# database. Devices wait, and lose nothing.
set -eu
cd "$(dirname "$0")/.."

old=$(docker compose ps -q api)
replicas=$(docker compose config --format json | sed -n 's/^ *"scale": \([0-9]*\),*$/\1/p' | head -n 1)
running=$(printf '%s\n' "$old" | grep -c . || :)
if [ "$running" -lt 1 ] || [ -z "$replicas" ]; then
  echo "deploy/roll.sh: no replicas run. Start them: sh deploy/setup.sh --postgres --domain NAME --replicas 2 && docker compose up -d" >&2
  exit 2
fi
# Builds what has changed. A later `up -d` would replace Caddy and all servers at once.
docker compose up -d --wait --no-deps --no-recreate --scale "api=$((running + replicas))" api
for container in $old; do
  docker stop "$container" >/dev/null
  docker rm "$container" >/dev/null
done
