#!/bin/bash
# `test-image-base.sh NAME` builds a stand-in for the image's base, for machines that cannot pull node:26-slim: Debian
# from its packages, Node from npm. Needs root, mmdebstrap, buildah, and the repository's installed packages.
set -euo pipefail
cd "$(dirname "$0")/.."
name=$1
packages=ca-certificates,libatomic1,libstdc++6

root=$(mktemp --directory)
trap 'rm -rf "$root"' EXIT
mmdebstrap --quiet --variant=essential --include=$packages bookworm "$root/debian.tar"
mkdir "$root/debian"
tar --extract --file "$root/debian.tar" --directory "$root/debian" --exclude './dev/*'
# Where the official image has them.
mkdir -p "$root/debian/usr/local/lib/node_modules"
cp -L node_modules/.node "$root/debian/usr/local/bin/node"
cp -rL "$(npm root --global)/npm" "$root/debian/usr/local/lib/node_modules/"
for command in npm npx; do
  ln -s "../lib/node_modules/npm/bin/$command-cli.js" "$root/debian/usr/local/bin/$command"
done
# The host's certificates, for networks with a proxy of their own.
cp -L /etc/ssl/certs/ca-certificates.crt "$root/debian/etc/ssl/certs/"

container=$(buildah --storage-driver vfs from scratch)
buildah --storage-driver vfs add --quiet "$container" "$root/debian" /
buildah --storage-driver vfs config --env PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin "$container"
buildah --storage-driver vfs config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
buildah --storage-driver vfs commit --quiet --rm "$container" "$name"
