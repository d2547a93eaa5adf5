#!/bin/bash
# Runs docker-compose.yml on a real engine, on a machine that has no Docker: `npm run test:compose`. As root, on Debian, with
# overlayfs; elsewhere it says loudly that it was skipped. About eight minutes and 5 GB.
#
#   run.sh prepare   a Debian 13 root with dockerd and compose, by debootstrap; Debian 12 for the image of Node
#   run.sh up        dockerd in mount, pid and network namespaces of its own: ports and firewall of this machine stay as they are
#   run.sh images    look-alikes of node:24-bookworm-slim, postgres:17 and caddy:2 under these names: no registry is asked
#   run.sh test      clones what is committed and runs every installation with real devices; ends with 'N passed, N failed'
#   run.sh down      ends what `up` started, by pid
#
# Without a word: all of them. DIR: where everything lies; kept, so that the next run is quicker.
set -u
case "${1:-}" in --help | -h) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
REPO=$(cd "$(dirname "$0")/../.." && pwd)
DIR=${DIR:-${TMPDIR:-/tmp}/cairn-compose}
# Mirror that apt uses on this machine.
MIRROR=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -v -e security -e updates | head -1)}
E=$DIR/engine

possible() {
  [ "$(id -u)" = 0 ] && [ "$(uname -s)" = Linux ] && command -v apt-get >/dev/null && command -v unshare >/dev/null
}

say() { echo "=== $*"; }
# Runs a command in the engine's namespaces and root. This machine's files are under /host there.
inside() { nsenter --wdns=/ -t "$(cat "$DIR/ns.pid")" -m -n -p -r env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }
# Runs a command of this machine in the engine's network.
innet() { nsenter -t "$(cat "$DIR/ns.pid")" -n "$@"; }

prepare() {
  set -e
  command -v debootstrap >/dev/null && command -v slirp4netns >/dev/null && command -v jq >/dev/null ||
    { apt-get update -q && apt-get install -yq --no-install-recommends debootstrap slirp4netns jq; } >"$DIR/apt.log" 2>&1
  for suite in trixie bookworm; do
    [ -f "$DIR/$suite.ok" ] && continue
    say "debootstrap $suite"
    { debootstrap --variant=minbase --include=ca-certificates $suite "$DIR/$suite" "$MIRROR" >"$DIR/$suite.log" 2>&1 && touch "$DIR/$suite.ok"; } &
  done
  wait
  [ -f "$DIR/trixie.ok" ] && [ -f "$DIR/bookworm.ok" ]
  if [ ! -f "$DIR/engine.ok" ]; then
    say "engine"
    rm -rf "$E" && cp -a "$DIR/trixie" "$E" && cp /etc/resolv.conf "$E/etc/resolv.conf"
    printf '#!/bin/sh\nexit 101\n' >"$E/usr/sbin/policy-rc.d" && chmod +x "$E/usr/sbin/policy-rc.d"
    # /proc is mounted only for this command, in a separate mount namespace.
    unshare -m chroot "$E" sh -c 'mount -t proc proc /proc && DEBIAN_FRONTEND=noninteractive apt-get install -yq --no-install-recommends docker.io docker-cli docker-compose docker-buildx tini iptables iproute2 procps git' >"$DIR/engine.log" 2>&1
    mkdir -p "$E/host" "$E/old" && touch "$DIR/engine.ok"
  fi
  set +e
}

up() {
  cat >"$DIR/up.sh" <<EOF
set -e
mount --bind $E $E
mount -t proc proc $E/proc; mount -t sysfs sysfs $E/sys; mount --rbind /sys/fs/cgroup $E/sys/fs/cgroup; mount --rbind /dev $E/dev
mount -t tmpfs tmpfs $E/run; mount -t tmpfs tmpfs $E/tmp; mount --bind / $E/host
ip link set lo up; echo nameserver 10.0.2.3 >$E/etc/resolv.conf; echo 1 >/proc/sys/net/ipv4/ip_forward
for i in \$(seq 100); do ip addr show tap0 2>/dev/null | grep -q 'inet ' && break; sleep .1; done
cd $E; pivot_root . old; umount -l /old; cd /
exec dockerd --storage-driver=overlay2 -H unix:///run/docker.sock
EOF
  setsid unshare -m -n -p -f --mount-proc=/proc --propagation private bash "$DIR/up.sh" >"$DIR/dockerd.log" 2>&1 &
  echo $! >"$DIR/unshare.pid"
  sleep 1
  pgrep -P "$(cat "$DIR/unshare.pid")" >"$DIR/ns.pid"
  setsid slirp4netns --configure --mtu=1400 --disable-host-loopback "$(cat "$DIR/ns.pid")" tap0 >"$DIR/slirp.log" 2>&1 &
  echo $! >"$DIR/slirp.pid"
  for _ in $(seq 60); do inside docker version --format '{{.Server.Version}}' 2>/dev/null && return 0; sleep .5; done
  tail -5 "$DIR/dockerd.log"; return 1
}

down() {
  [ -f "$DIR/ns.pid" ] && kill "$(cat "$DIR/ns.pid")" 2>/dev/null && sleep 3
  kill "$(cat "$DIR/ns.pid")" "$(cat "$DIR/slirp.pid")" 2>/dev/null
  rm -f "$DIR"/*.pid
}

images() {
  set -e
  local c=$DIR/ctx node=$REPO/.tools/node_modules/node/bin/node
  [ -x "$node" ] || node=$(command -v node)
  mkdir -p "$c/node" "$c/pg" "$c/caddy"
  for suite in trixie bookworm; do
    tar -C "$DIR/$suite" --exclude='./var/cache/apt/archives/*.deb' -c . | inside docker import - "debian:$suite-slim" >/dev/null
  done
  cp "$node" "$c/node/node" && cp -L /etc/ssl/certs/ca-certificates.crt "$c/node/ca.crt"
  (cd "$c/node" && mv "$(npm pack --silent npm@11)" npm.tgz)
  cat >"$c/node/Dockerfile" <<'EOF'
FROM debian:bookworm-slim
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node
COPY node /usr/local/bin/node
COPY npm.tgz /tmp/npm.tgz
RUN mkdir -p /usr/local/lib/node_modules/npm && tar -xzf /tmp/npm.tgz -C /usr/local/lib/node_modules/npm --strip-components=1 && rm /tmp/npm.tgz \
 && chmod +x /usr/local/lib/node_modules/npm/bin/*.js && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && node --version && npm --version
# Not in the real image. This machine's npm registry may use its own certificate authority.
COPY ca.crt /etc/machine-ca.crt
ENV NODE_EXTRA_CA_CERTS=/etc/machine-ca.crt
CMD ["node"]
EOF
  cat >"$c/pg/docker-entrypoint.sh" <<'EOF'
#!/bin/bash
# The features of the official image that compose needs: POSTGRES_USER, _DB, _PASSWORD_FILE, PGDATA, any --user.
set -Eeuo pipefail
mkdir -p "$PGDATA" && chmod 700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U "$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-host=scram-sha-256 --auth-local=trust
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@"
EOF
  chmod +x "$c/pg/docker-entrypoint.sh"
  cat >"$c/pg/Dockerfile" <<'EOF'
FROM debian:trixie-slim
RUN groupadd -r postgres --gid=999 && useradd -r -g postgres --uid=999 --home-dir=/var/lib/postgresql --shell=/bin/bash postgres
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-common \
 && sed -ri 's/#(create_main_cluster) .*$/\1 = false/' /etc/postgresql-common/createcluster.conf \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql-17 && rm -rf /var/lib/apt/lists/*
ENV LANG=C.UTF-8 PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/17/bin PGDATA=/var/lib/postgresql/data
RUN sed -ri "s!^#?(listen_addresses)\s*=\s*\S+.*!\1 = '*'!" /usr/share/postgresql/17/postgresql.conf.sample \
 && install -d -o postgres -g postgres -m 3777 /var/run/postgresql && install -d -o postgres -g postgres -m 1777 "$PGDATA"
VOLUME /var/lib/postgresql/data
COPY docker-entrypoint.sh /usr/local/bin/
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
CMD ["postgres"]
EOF
  cat >"$c/caddy/Dockerfile" <<'EOF'
FROM debian:trixie-slim
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends caddy libcap2-bin && rm -rf /var/lib/apt/lists/* \
 && mkdir -p /config/caddy /data/caddy /etc/caddy && chmod 1777 /config/caddy /data/caddy && setcap cap_net_bind_service=+ep /usr/bin/caddy
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy","run","--config","/etc/caddy/Caddyfile","--adapter","caddyfile"]
EOF
  say "node:24-bookworm-slim" && inside docker build -q -t node:24-bookworm-slim "/host$c/node"
  say "postgres:17" && inside docker build -q -t postgres:17 "/host$c/pg"
  say "caddy:2" && inside docker build -q -t caddy:2 "/host$c/caddy"
  set +e
}

passed=0 failed=0
ok() { passed=$((passed + 1)); echo "ok    $1"; }
bad() { failed=$((failed + 1)); echo "FAIL  $1"; }
check() { local what=$1; shift; if "$@" >"$DIR/last.log" 2>&1; then ok "$what"; else bad "$what"; tail -5 "$DIR/last.log" | sed 's/^/      | /'; fi; }
# The command that users type. .env holds the other settings.
dc() { inside sh -c 'cd "$0" && exec docker compose "$@"' "/host$DIR/clone" "$@"; }
set_up() { (cd "$DIR/clone" && sh deploy/setup.sh "$@" >/dev/null); }
memory() { inside sh -c 'cd "$0" && echo "CAIRN_MEMORY=$1" >>.env' "/host$DIR/clone" "$1"; }
device() { local n=$1; shift; mkdir -p "$DIR/home/$n"; innet env -i PATH=/usr/bin:/bin HOME="$DIR/home/$n" CAIRN_HOME="$DIR/home/$n/cairn" CAIRN_EMBED=off ${CA:+NODE_EXTRA_CA_CERTS=$CA} "$REPO/bin/cairn" "$@"; }
get() { innet curl -s -m 3 -o /dev/null -w '%{http_code}' "$@"; }
ready() { for _ in $(seq 150); do [ "$(get http://127.0.0.1:8787/readyz)" = 200 ] && return 0; sleep .2; done; return 1; }
state() { inside docker inspect -f "$2" "$(dc ps -aq "$1" 2>/dev/null | head -1)"; }
healthy() { for _ in $(seq 60); do [ "$(state "$1" '{{.State.Health.Status}}')" = healthy ] && return 0; sleep 1; done; return 1; }
finds() { for _ in $(seq 60); do device "$1" search "$2" 2>/dev/null | grep -q "$2" && return 0; sleep .5; done; return 1; }
admin() { dc exec -T api /cairn/bin/cairn-server admin "$@"; }
pair() { # pair ONE TWO SERVER: a vault on ONE, joined by TWO, both ways
  device "$1" vault create --server "$3" --setup-token - <"$DIR/clone/deploy/secrets/setup_token" >/dev/null || return 1
  local code; code=$(device "$1" invite | grep -oE '([0-9A-Z]{4}-){3}[0-9A-Z]{4}' | head -1)
  device "$2" join "$code" --server "$3" || return 1
  device "$1" save "says $1 of alpha$1" >/dev/null && device "$2" save "says $2 of beta$2" >/dev/null
  finds "$2" "alpha$1" && finds "$1" "beta$2"
}
all_down() { dc down -v --remove-orphans >/dev/null 2>&1; for d in "$DIR"/home/*; do [ -d "$d" ] && device "${d##*/}" down >/dev/null 2>&1; done; rm -rf "$DIR/home"; }


run_tests() {
  [ -f "$DIR/clone/.env" ] && all_down
  rm -rf "$DIR/clone" "$DIR/home"
  git clone -q "$REPO" "$DIR/clone"
  local answers
  for answers in "--embedded --domain none" "--postgres --domain localhost"; do
    set_up $answers
    dc config --quiet 2>"$DIR/warn.log"
    [ -s "$DIR/warn.log" ] && bad "config, $answers: $(head -1 "$DIR/warn.log")" || ok "config without a warning, $answers"
  done

  say "an upgrade"
  # Upgrades from the commit before the newest one that changed the server or its tables.
  local newest; newest=$(git -C "$DIR/clone" log -1 --format=%H -- packages/cloud/src packages/schema/src)
  git -C "$DIR/clone" checkout -q "$newest~1"
  set_up --embedded --domain none
  check "docker compose up -d of the commit before" dc up -d
  check "ready" ready
  check "two devices share a vault" pair M N http://127.0.0.1:8787
  # Changes the files as git pull does.
  git -C "$DIR/clone" checkout -q -
  check "docker compose up -d after it" dc up -d
  check "ready" ready
  check "verify" admin verify
  device M save "omega after the upgrade" >/dev/null
  finds N omega && ok "the devices go on" || bad "the devices go on"
  all_down

  say "embedded, in 384 MiB"
  set_up --embedded --domain none && memory 384m
  check "docker compose up -d" dc up -d
  grep -qi 'pull' "$DIR/last.log" && bad "asks a registry for nothing: $(grep -i pull "$DIR/last.log" | head -1)" || ok "asks a registry for nothing"
  check "ready" ready
  check "healthy" healthy api
  check "not root, no capabilities" sh -c "[ \"\$1\" = 1000 ] && echo \"\$2\" | grep -q 'CapEff:.0000000000000000'" sh "$(dc exec -T api id -u 2>/dev/null)" "$(dc exec -T api cat /proc/1/status 2>/dev/null)"
  dc exec -T api touch /cairn/x >/dev/null 2>&1 && bad "nothing can be written beside /data and /tmp" || ok "nothing can be written beside /data and /tmp"
  check "two devices share a vault" pair A B http://127.0.0.1:8787
  check "verify" admin verify
  admin backup - >"$DIR/b.ndjson" 2>/dev/null
  check "a backup with its end line" grep -q '"end":true' "$DIR/b.ndjson"

  timeout 60 nsenter --wdns=/ -t "$(cat "$DIR/ns.pid")" -m -n -p -r sh -c "cd /host$DIR/clone && docker compose run --rm -T --name cairn-second api" >"$DIR/second.log" 2>&1
  grep -q 'in use by process' "$DIR/second.log" && ok "a second container on the volume is refused" || bad "a second container on the volume is refused: $(tail -1 "$DIR/second.log")"
  inside docker rm -f cairn-second >/dev/null 2>&1
  check "and the first one still answers its operator" admin vaults

  device A save "gamma just before" >/dev/null
  inside sh -c "kill -9 \$(ps -o pid= --ppid $(state api '{{.State.Pid}}'))"
  sleep 1
  check "comes back by itself after kill -9" ready
  check "verify after kill -9" admin verify
  finds B gamma && ok "what was saved just before is there" || bad "what was saved just before is there"
  [ "$(state api '{{.State.OOMKilled}}')" = false ] && ok "never short of memory" || bad "never short of memory"

  echo "A changed page." >>"$DIR/clone/README.md"
  local began=$SECONDS
  check "docker compose up -d after a page changed" dc up -d
  [ $((SECONDS - began)) -le 20 ] && ok "installs nothing again: $((SECONDS - began)) s" || bad "installs nothing again: $((SECONDS - began)) s"
  dc down >/dev/null 2>&1
  [ -z "$(dc ps -aq)" ] && ok "docker compose down stops it all" || bad "docker compose down stops it all"
  dc up -d >/dev/null 2>&1
  ready
  admin vaults 2>/dev/null | grep -q ' 2 ' && ok "the volume survives down and up" || bad "the volume survives down and up"
  admin restore - --replace --yes <"$DIR/b.ndjson" >"$DIR/last.log" 2>&1 && ok "restore" || bad "restore: $(tail -1 "$DIR/last.log")"
  finds B gamma && ok "devices bring back what the backup lacks" || bad "devices bring back what the backup lacks"
  dc logs --no-color 2>/dev/null | grep -qE '"level":"(error|fatal)"' && bad "the log has errors" || ok "the log has no errors"
  all_down

  say "Postgres"
  set_up --postgres --domain none
  check "docker compose up -d" dc up -d
  check "ready" ready
  check "two devices share a vault" pair C D http://127.0.0.1:8787
  check "verify" admin verify
  inside sh -c "kill -9 \$(ps -o pid= --ppid $(state postgres '{{.State.Pid}}'))"
  sleep 2
  check "serves again after kill -9 of Postgres" ready
  check "docker compose up -d once more" dc up -d
  check "verify after it" admin verify
  admin restore - --replace --yes <"$DIR/b.ndjson" >/dev/null 2>&1 && ok "takes the embedded database's backup" || bad "takes the embedded database's backup"
  dc down >/dev/null 2>&1
  [ -z "$(inside docker ps -q)" ] && ok "docker compose down stops it all" || bad "docker compose down stops it all"
  all_down

  say "a Postgres that is there already"
  inside docker run -d --name cairn-own --user postgres -p 5433:5432 -e POSTGRES_USER=cairn -e POSTGRES_DB=cairn -e POSTGRES_PASSWORD_FILE=/password \
    -v "/host$DIR/clone/deploy/secrets/postgres_password:/password:ro" postgres:17 >/dev/null
  echo "postgres://cairn:$(cat "$DIR/clone/deploy/secrets/postgres_password")@host.docker.internal:5433/cairn" | set_up --own-postgres --domain none
  check "docker compose up -d" dc up -d
  check "ready" ready
  check "two devices share a vault" pair E F http://127.0.0.1:8787
  check "verify" admin verify
  [ -z "$(dc ps -aq postgres 2>/dev/null)" ] && ok "starts no Postgres of its own" || bad "starts no Postgres of its own"
  all_down
  inside docker rm -fv cairn-own >/dev/null 2>&1

  say "TLS"
  set_up --embedded --domain localhost
  check "docker compose up -d" dc up -d
  ready
  sleep 2
  dc cp caddy:/data/caddy/pki/authorities/local/root.crt "/host$DIR/root.crt" >/dev/null 2>&1
  device G vault create --server https://localhost --setup-token - <"$DIR/clone/deploy/secrets/setup_token" 2>&1 | grep -q NODE_EXTRA_CA_CERTS && ok "an unknown authority is refused with advice" || bad "an unknown authority is refused with advice"
  device G down >/dev/null 2>&1
  CA=$DIR/root.crt
  check "two devices share a vault through Caddy" pair G H https://localhost
  [ "$(get http://localhost/readyz)" = 308 ] && ok "http redirects to https" || bad "http redirects to https"
  dc up -d >/dev/null 2>&1
  [ "$(state api '{{range .Config.Env}}{{println .}}{{end}}' | grep -c CAIRN_TRUST_PROXY=1)" = 1 ] && ok "a later 'docker compose up -d' keeps CAIRN_TRUST_PROXY" || bad "a later 'docker compose up -d' keeps CAIRN_TRUST_PROXY"
  dc logs --no-color caddy 2>/dev/null | grep '"level":"error"' >"$DIR/last.log" && bad "Caddy logs no error: $(head -1 "$DIR/last.log")" || ok "Caddy logs no error"
  all_down

  say "two replicas on Postgres behind Caddy"
  CA=
  set_up --postgres --domain localhost --replicas 2
  check "docker compose up -d" dc up -d --wait
  [ "$(dc ps -q api | wc -l)" = 2 ] && ok "two servers run" || bad "two servers run"
  dc cp caddy:/data/caddy/pki/authorities/local/root.crt "/host$DIR/root.crt" >/dev/null 2>&1
  CA=$DIR/root.crt
  check "two devices share a vault through either" pair I J https://localhost
  dc ps -q api | sort >"$DIR/before.ids"
  rm -f "$DIR/rolled"
  # Each line is an HTTP status, or 000 for no answer.
  (while [ ! -f "$DIR/rolled" ]; do innet curl -s -m 10 --cacert "$DIR/root.crt" -o /dev/null -w '%{http_code}\n' https://localhost/healthz; sleep .05; done) >"$DIR/statuses" 2>/dev/null &
  local asking=$!
  check "sh deploy/roll.sh" inside sh "/host$DIR/clone/deploy/roll.sh"
  touch "$DIR/rolled" && wait $asking && rm "$DIR/rolled"
  [ -z "$(dc ps -q api | sort | comm -12 - "$DIR/before.ids")" ] && [ "$(dc ps -q api | wc -l)" = 2 ] && ok "both servers are new ones" || bad "both servers are new ones"
  [ "$(sort "$DIR/statuses" | uniq -c | wc -l)" = 1 ] && grep -q 200 "$DIR/statuses" && ok "no request failed: $(wc -l <"$DIR/statuses")" || bad "no request failed: $(sort "$DIR/statuses" | uniq -c | tr '\n' ' ')"
  device I save "says I of gammaI" >/dev/null
  finds J gammaI && ok "the devices go on" || bad "the devices go on"
  inside docker kill "$(dc ps -q api | head -1)" >/dev/null
  device J save "says J of deltaJ" >/dev/null
  finds I deltaJ && ok "one server killed: the other one serves" || bad "one server killed: the other one serves"
  check "verify" admin verify
  all_down
  CA=
  echo
  echo "$passed passed, $failed failed"
  [ $failed -eq 0 ]
}

if ! possible; then
  echo "!!! SKIPPED: docker compose was not run. That needs root, Linux, apt-get and unshare." >&2
  exit 0
fi
mkdir -p "$DIR"
case ${1:-all} in
  prepare | up | images | down) "$1" ;;
  test) run_tests ;;
  all) prepare && up && images && run_tests; code=$?; down; exit $code ;;
  *) sed -n '2,11p' "$0"; exit 2 ;;
esac
