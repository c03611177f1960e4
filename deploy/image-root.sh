#!/bin/sh
# `image-root.sh TARGET` collects what the image has besides the service: Node, the libraries it needs, and the records
# from which scanners learn their versions. Runs in the base image, for whichever architecture that has.
set -eu
target=$1
node=$(readlink -f "$(command -v node)")

mkdir -p "$target/usr/local/bin" "$target/etc" "$target/tmp" "$target/data" "$target/var/lib/dpkg/status.d"
cp "$node" "$target/usr/local/bin/node"
for library in $(ldd "$node" | grep -o '/[^ )]*'); do
  mkdir -p "$target$(dirname "$library")"
  cp -L "$library" "$target$library"
  # dpkg knows the file by its path before /lib became a link to /usr/lib.
  package=$(dpkg-query -S "$(readlink -f "$library")" 2>/dev/null || dpkg-query -S "$library")
  package=${package%%:*}
  dpkg-query -s "$package" >"$target/var/lib/dpkg/status.d/$package"
  mkdir -p "$target/usr/share/doc/$package"
  cp "/usr/share/doc/$package/copyright" "$target/usr/share/doc/$package/"
done
cp /etc/os-release "$target/etc/os-release"
echo 'registry:x:1000:1000::/data:' >"$target/etc/passwd"
echo 'registry:x:1000:' >"$target/etc/group"
echo 'hosts: files dns' >"$target/etc/nsswitch.conf"
printf '#!/usr/local/bin/node\nimport "/app/bin/registry.mjs"\n' >"$target/usr/local/bin/registry"
chmod 755 "$target/usr/local/bin/registry"
chmod 1777 "$target/tmp"
# Of group 0, as OpenShift runs any user, and anyone else may with `--user 1234567:0`.
chown 1000:0 "$target/data"
chmod 770 "$target/data"
