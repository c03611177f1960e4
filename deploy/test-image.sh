#!/bin/bash
# Builds the image and checks what docs/operations/install.md promises: it runs read-only, without capabilities, not as
# root, within 768 MB, and writes to its volume alone. Needs root, and Debian's mmdebstrap, buildah, podman and runc.
# BASE is the base image; by default deploy/test-image-base.sh builds a stand-in.
set -euo pipefail
cd "$(dirname "$0")/.."

base=${BASE:-localhost/timezone-registry-base}
image=localhost/timezone-registry
name=timezone-registry-test
port=$((20000 + RANDOM % 10000))
url=http://127.0.0.1:$port
work=$(mktemp --directory)
# The test may run in a container itself, where limits cannot be raised and the images of the host are out of reach.
limits=(--ulimit nofile=1024:1024 --ulimit nproc=1000:1000)
podman="podman --storage-driver vfs --runtime runc --cgroup-manager cgroupfs"
buildah="buildah --storage-driver vfs"
node=node_modules/.node

pass() { echo "ok: $*"; }
fail() {
  echo "FAILED: $*" >&2
  $podman logs "$name" >&2 2>/dev/null || true
  exit 1
}
finish() {
  $podman rm --force --time 0 "$name" >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap finish EXIT

# Runs the image as a cautious operator would; the arguments are those of `registry`.
run_image() {
  local options=$1
  shift
  # shellcheck disable=SC2046,SC2086
  $podman run $options "${limits[@]}" --pull never --no-healthcheck --network host --read-only --read-only-tmpfs=false --cap-drop all \
    --security-opt no-new-privileges --env AUTH=open --env PORT=$port --env HOST=127.0.0.1 \
    $([[ $options == */data* ]] || echo "--volume $work/data:/data") "$image" "$@"
}
within() { # within SECONDS COMMAND…
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $end ] || return 1
    sleep 0.2
  done
}
save_and_read() {
  curl --fail --silent --show-error "$url/v1/set" --header 'content-type: application/json' \
    --data '{"user_id":"1","username":"ada","timezone":"Europe/London"}' >/dev/null || fail "set"
  curl --fail --silent "$url/v1/get?id=1" | grep 'Europe/London' >/dev/null || fail "get"
}
stop() {
  $podman stop --time 20 "$name" >/dev/null
  code=$($podman inspect --format '{{.State.ExitCode}}' "$name")
  [ "$code" = 0 ] || fail "SIGTERM: exit code $code"
}
# What a container changed outside of its volumes, besides the mount points that the runtime itself creates.
changes() { $podman diff "$name" | grep --invert-match --extended-regexp ' /(data|dev|etc|proc|run|sys)(/|$)' || true; }

$buildah inspect --type image "$base" >/dev/null 2>&1 || deploy/test-image-base.sh "$base"
store=$(npx --yes "$(node -p 'require("./package.json").packageManager')" store path)
$buildah bud --isolation chroot --pull-never --network host --format docker \
  --volume "$(dirname "$store"):/root/.local/share/pnpm/store" --build-arg BASE="$base" --build-arg VERSION=0.0.0-test \
  --file deploy/Dockerfile --tag "$image" . >"$work/build.log" 2>&1 || fail "build: $(tail -n 30 "$work/build.log")"
pass "built"

install --directory --owner 1000 --group 1000 "$work/data"
run_image "--detach --name $name --memory 768m" serve >/dev/null
within 60 curl --fail --silent "$url/readyz" || fail "/readyz"
pid=$($podman inspect --format '{{.State.Pid}}' "$name")
[ "$($podman inspect --format '{{.HostConfig.Memory}}' "$name")" = 805306368 ] || fail "the memory limit"
pass "/readyz answers on the embedded database, within 768 MB ($(grep VmHWM "/proc/$pid/status"))"

save_and_read
curl --fail --silent "$url/" | grep '<html' >/dev/null || fail "the page"
curl --fail --silent "$url/u/1/card.png" --output "$work/card.png" || fail "a picture, which a worker draws"
pass "writes and reads a record, and serves the page and a picture"

grep --quiet --perl-regexp '^Uid:\t1000\t1000\t1000\t1000' "/proc/$pid/status" || fail "it runs as root"
grep --quiet --perl-regexp '^CapEff:\t0+$' "/proc/$pid/status" || fail "it has capabilities"
grep --quiet --perl-regexp '^NoNewPrivs:\t1' "/proc/$pid/status" || fail "it may gain privileges"
pass "it runs as user 1000 without capabilities"

$podman exec "$name" node /app/bin/health-check.mjs || fail "the health check"
! $podman exec --env PORT=1 "$name" node /app/bin/health-check.mjs || fail "the health check accepts a wrong port"
pass "the health check asks the configured port"

$podman exec "$name" registry --help | grep doctor >/dev/null || fail "registry --help"
! $podman exec "$name" sh -c true 2>/dev/null || fail "it has a shell"
pass "podman exec … registry works, without a shell"

[ -z "$(changes)" ] || fail "it wrote outside of the volume: $(changes)"
pass "it wrote nothing outside of /data"

stop
$podman logs "$name" | tail -n 1 | $node -e 'JSON.parse(require("node:fs").readFileSync(0))' || fail "the log is not JSON"
pass "SIGTERM ends it with code 0"

run_image --rm migrate >/dev/null 2>&1 || fail "registry migrate"
run_image --rm keys create --name test --scope records:write 2>/dev/null | grep '^tzr_' >/dev/null || fail "registry keys"
run_image --rm doctor --json >"$work/doctor.json" 2>/dev/null || fail "registry doctor: $(cat "$work/doctor.json")"
pass "registry migrate, keys and doctor work in it"

# A volume of root's group, as OpenShift and an fsGroup make it, which the second start finds again; and a tmpfs.
install --directory --group 0 --mode 770 "$work/any"
for data in "--volume $work/any:/data" "--volume $work/any:/data" "--tmpfs /data:mode=770"; do
  $podman rm --force "$name" >/dev/null
  run_image "--detach --name $name --user 1234567:0 $data" serve >/dev/null
  within 60 curl --fail --silent "$url/readyz" || fail "/readyz as any user"
  save_and_read
  stop
done
[ "$(stat --format %u "$work/any/pgdata")" = 1234567 ] || fail "another user wrote"
pass "it runs as any user of group 0"

chown -R root "$work/data"
! run_image --rm serve >"$work/refusal" 2>&1 || fail "it starts on a volume owned by root"
grep --quiet 'cannot write to /data' "$work/refusal" || fail "$(cat "$work/refusal")"
pass "a volume owned by another user is an error that says what to do"
$podman image inspect "$image" --format 'size of the image: {{.Size}} bytes for {{.Architecture}}'
