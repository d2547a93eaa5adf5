#!/bin/sh
# Prepares docker-compose.yml: asks three questions, writes the answers to .env, and makes the secrets. What is there is kept:
# without a change to make it may run at any time. Without a terminal, or with an answer given, nothing is asked.
#
#   sh deploy/setup.sh [--domain NAME] [--embedded | --postgres | --own-postgres] [--port NUMBER] [--replicas NUMBER]
#
# --domain none is a server for this machine alone. --own-postgres is a database elsewhere, such as a Supabase project's; its
# URL is read from standard input. --replicas 2 is two servers behind Caddy, which need a Postgres and a domain. The secrets'
# folder is closed to other users, the files in it are readable: inside the containers other user ids read them.
set -eu

usage() {
  sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

domain= database= port= replicas= url= asks=yes
while [ $# -gt 0 ]; do
  asks=no
  case $1 in
    --domain) domain=${2-} && [ -n "$domain" ] && shift || usage ;;
    --port) port=${2-} && [ -n "$port" ] && shift || usage ;;
    --replicas) replicas=${2-} && [ -n "$replicas" ] && shift || usage ;;
    --postgres) database=postgres ;;
    --own-postgres) database=own ;;
    --embedded) database=embedded ;;
    *) usage ;;
  esac
  shift
done

env=$(dirname "$0")/../.env

# The value that .env has; nothing when it has none.
kept() {
  [ ! -f "$env" ] || sed -n "s/^$1=//p" "$env" | tail -n 1
}

if [ -f "$env" ] && [ "$asks" = yes ]; then
  echo "kept $env (answers given as options change it: see sh deploy/setup.sh --help)"
  asks=kept
fi

# What is not answered stays as it is.
was_domain=$(kept CAIRN_DOMAIN)
was_port=$(kept CAIRN_SERVER_PORT)
was_replicas=$(kept CAIRN_REPLICAS)
# A person's own files. docker compose reads docker-compose.override.yml by itself only where nothing names the files.
added_files=$(kept COMPOSE_FILE | tr : '\n' | while IFS= read -r file; do
  case $file in
    '' | docker-compose.yml | docker-compose.override.yml | deploy/postgres.yml | deploy/own-postgres.yml | deploy/replicas.yml) ;;
    *) printf ':%s' "$file" ;;
  esac
done)
[ ! -f "$(dirname "$0")/../docker-compose.override.yml" ] || added_files=$added_files:docker-compose.override.yml
was_trust=$(kept CAIRN_TRUST_PROXY)
case $(kept COMPOSE_FILE) in
  *own-postgres.yml*) was_database=own ;;
  *postgres.yml*) was_database=postgres ;;
  *) was_database=embedded ;;
esac

if [ "$asks" = yes ] && [ -t 0 ]; then
  printf 'A public name for TLS, such as sync.example.org (empty: this machine only): '
  read -r domain
  printf 'Database: embedded, postgres, or own for one elsewhere [embedded]: '
  read -r database
  printf 'Port on this machine [8787]: '
  read -r port
fi
domain=${domain:-${was_domain:-none}}
database=${database:-$was_database}
port=${port:-${was_port:-8787}}
replicas=${replicas:-${was_replicas:-1}}

refuse() {
  echo "deploy/setup.sh: $1" >&2
  exit 2
}
case $domain in
  *[!A-Za-z0-9.-]*) refuse "\"$domain\" is not a name. Give it without https:// and port." ;;
esac
case $database in
  embedded | postgres | own) ;;
  *) refuse "the database is embedded, postgres or own, not \"$database\"." ;;
esac
case $port in
  *[!0-9]* | ??????*) refuse "\"$port\" is not a port." ;;
esac
[ "$port" -ge 1 ] && [ "$port" -le 65535 ] || refuse "\"$port\" is not a port."
case $replicas in
  [1-9] | [1-9][0-9]) ;;
  *) refuse "\"$replicas\" is no number of servers from 1 to 99." ;;
esac
if [ "$replicas" -gt 1 ] && [ "$database" = embedded ]; then
  refuse "the embedded database belongs to one server. Several need --postgres or --own-postgres; for one, --replicas 1."
fi
if [ "$replicas" -gt 1 ] && [ "$domain" = none ]; then
  refuse "several servers stand behind Caddy. Give --domain with a public name, or localhost; for one, --replicas 1."
fi

folder=$(dirname "$0")/secrets
if [ "$database" = own ] && [ ! -s "$folder/own_database_url" ]; then
  [ ! -t 0 ] || printf 'URL of the database, postgres://user:password@host:5432/name: '
  read -r url || :
  case $url in
    postgres://* | postgresql://*) ;;
    *) refuse "give the database's URL, postgres://…, on standard input, or write it into $folder/own_database_url." ;;
  esac
fi

write_env() {
  echo "# Read by docker compose with every command. Written by deploy/setup.sh; other settings of docker-compose.yml may be added."
  # On Windows it is another character.
  echo "COMPOSE_PATH_SEPARATOR=:"
  files=docker-compose.yml
  case $database in
    postgres) files=$files:deploy/postgres.yml ;;
    own) files=$files:deploy/own-postgres.yml ;;
  esac
  [ "$replicas" = 1 ] || files=$files:deploy/replicas.yml
  echo "COMPOSE_FILE=$files$added_files"
  [ "$replicas" = 1 ] || echo "CAIRN_REPLICAS=$replicas"
  if [ "$domain" != none ]; then
    echo "COMPOSE_PROFILES=tls"
    echo "CAIRN_DOMAIN=$domain"
    echo "CAIRN_TRUST_PROXY=1"
  elif [ "${was_domain:-none}" = none ] && [ -n "$was_trust" ]; then
    # A person set it, for a proxy that is not this Caddy.
    echo "CAIRN_TRUST_PROXY=$was_trust"
  fi
  echo "CAIRN_SERVER_PORT=$port"
  # What a person has added.
  [ ! -f "$env" ] || grep -vE '^(# Read by docker compose|COMPOSE_PATH_SEPARATOR=|COMPOSE_FILE=|COMPOSE_PROFILES=|CAIRN_DOMAIN=|CAIRN_TRUST_PROXY=|CAIRN_SERVER_PORT=|CAIRN_REPLICAS=)' "$env" || :
}

if [ "$asks" != kept ] && [ -f "$env" ] && [ "$database" != "$was_database" ]; then
  echo "The other database does not have the vaults that are in this one: a backup moves them (docs/operations.md, Move)."
fi
if [ "$asks" != kept ]; then
  write_env >"$env.new"
  mv "$env.new" "$env"
  echo "made $env"
fi

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
[ "$database" != own ] || make own_database_url "$url"
