#!/bin/bash
# `machine.sh DIRECTORY ROOT SCRIPT` runs a script as on a Debian machine of its own: this one's files, of which it may change
# only a copy, its own loopback, and processes that end with it. What is not there is replaced by stubs/. Everything that is
# said goes to standard output.
set -eu
exec 2>&1
directory=$1 root=$2 script=$3
stubs=$(dirname "$(readlink -f "$0")")/stubs
[ -n "${INSIDE:-}" ] || INSIDE=1 exec unshare --mount --net --ipc --pid --fork --kill-child --propagation private "$0" "$@"

ip link set lo up
mount -t tmpfs tmpfs "$directory"
mkdir "$directory/upper" "$directory/work" "$directory/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$directory/upper,workdir=$directory/work" "$directory/root"
cd "$directory/root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs run
# It may be on another disk.
mkdir -p "./$root"
mount --rbind "$root" "./$root"
cp "$stubs"/* usr/local/sbin/
# The release: this checkout, which was built already.
release=opt/release/timezone-registry-0.1.0
mkdir -p "$release/bin" usr/local/share/ca-certificates
cp "$root"/deploy/bin/* "$release/bin/"
ln -s "$(readlink -f "$root/node_modules/.node")" "$release/bin/node"
ln -s "$root/apps" "$root/packages" "$root/node_modules" "$root/deploy" "$release/"
tar --create --gzip --file opt/release/timezone-registry-0.1.0-linux-x64.tar.gz --directory opt/release timezone-registry-0.1.0
(cd opt/release && sha256sum ./*.tar.gz | sed 's|[.]/||' >SHA256SUMS)
echo '127.0.0.1 localhost timezones.example' >etc/hosts
cp "$script" opt/script
exec chroot . /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
  CURL_CA_BUNDLE=/etc/letsencrypt/live/timezones.example/fullchain.pem bash -eu /opt/script
