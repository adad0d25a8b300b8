#!/usr/bin/env bash
# Makes a tarball for Linux in target/bundles: one static program that runs on any distribution, and how to use it.
#
#   scripts/package-linux.sh
#
# With the musl target of the compiler it is built by that, otherwise with a static glibc.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/bundle.sh

[ "$(uname -s)" = Linux ] || fail "a bundle for Linux is made on Linux"
program=$(build_static_linux)
name=tengen-$(version)-linux-$(uname -m)
fresh "$bundles/$name"
cp "$program" "$bundles/$name"
add_licences "$bundles/$name" "$(static_linux_target)"
add_openings "$bundles/$name"
"$program" guide load >"$bundles/$name/README.md"
try_program "$bundles/$name/pbrain-tengen"
readable "$bundles/$name"
# Whoever built it is nobody's business. Not every tar can be told so.
owner=()
if tar --version 2>/dev/null | grep -q 'GNU tar'; then owner=(--owner 0 --group 0); fi
tar -C "$bundles" ${owner[@]+"${owner[@]}"} -czf "$bundles/$name.tar.gz" "$name"
announce "$bundles/$name.tar.gz"
