#!/bin/sh
# Makes the secrets of docker-compose.yml, each in a file of its own; keeps those that exist. The folder is closed to other
# users, the files in it are readable: inside the containers other user ids read them.
set -eu

folder=$(dirname "$0")/secrets
mkdir -p "$folder"
chmod 700 "$folder"

random() {
  od -An -tx1 -N32 /dev/urandom | tr -d ' \n'
}

make() {
  if [ -e "$folder/$1" ]; then
    echo "kept $folder/$1"
  else
    printf '%s' "$2" >"$folder/$1"
    chmod 644 "$folder/$1"
    echo "made $folder/$1"
  fi
}

make setup_token "$(random)"
make metrics_token "$(random)"
make admin_token "$(random)"
make postgres_password "$(random)"
make database_url "postgres://cairn:$(cat "$folder/postgres_password")@postgres:5432/cairn"
