#!/bin/sh
# Makes the secrets of docker-compose.yml, each in a file of its own; keeps those that exist. The folder is closed to other
# users, the files in it are readable: inside the containers other user ids read them.
set -eu

folder=$(dirname "$0")/secrets
mkdir -p "$folder"
chmod 700 "$folder"
# Caddy reads its file as another user too, and a clone under a strict umask has closed it.
chmod 644 "$(dirname "$0")/Caddyfile" 2>/dev/null || :

random() {
  od -An -tx1 -N32 /dev/urandom | tr -d ' \n'
}

make() {
  # Docker makes a folder where a file is missing that it has to mount.
  if [ -d "$folder/$1" ]; then
    echo "$folder/$1 is a folder: the containers were started before this. Stop them, remove it (rmdir), and run this again." >&2
    exit 1
  fi
  # An empty one is what a full disk left behind.
  if [ -s "$folder/$1" ]; then
    echo "kept $folder/$1"
    return
  fi
  printf '%s' "$2" >"$folder/$1.new"
  chmod 644 "$folder/$1.new"
  mv "$folder/$1.new" "$folder/$1"
  echo "made $folder/$1"
}

make setup_token "$(random)"
make metrics_token "$(random)"
make admin_token "$(random)"
make postgres_password "$(random)"
make database_url "postgres://cairn:$(cat "$folder/postgres_password")@postgres:5432/cairn"
