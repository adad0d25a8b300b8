#!/usr/bin/env bash
# Makes the folder of the board's page for web hosts, target/web unless another is given: with the engine as WebAssembly, it
# works offline once it was opened. Needs the target wasm32-unknown-unknown and wasm-bindgen, and says how to get what it lacks.
# Of what the folder of an earlier page holds, only the files that the page has are replaced.
#
#   scripts/package-web.sh [FOLDER]
set -euo pipefail
# Below where the script is called from.
case ${1:-} in
"" | /*) folder=${1:-} ;;
*) folder=$PWD/$1 ;;
esac
cd "$(dirname "$0")/.."
source scripts/bundle.sh

folder=${folder:-$target_folder/web}

has_library wasm32-unknown-unknown ||
    fail "this Rust cannot compile for browsers: rustup target add wasm32-unknown-unknown"
bindgen=$(find_bindgen) || {
    version=$(bindgen_version)
    fail "wasm-bindgen $version is lacking: cargo install --locked --root '$tools' --version $version wasm-bindgen-cli"
}

if [ -d "$folder" ] && [ -n "$(ls -A "$folder")" ] && ! grep -qs '^const VERSION = "tengen-' "$folder/service.js"; then
    fail "$folder holds something else, and is left as it is"
fi
other_licences wasm32-unknown-unknown >/dev/null

# Every browser of the last years has vectors of 128 bits, and the evaluation is made of them. Which features the code uses
# stands beside it, for wasm-bindgen, so that not everything is stripped.
encoded=$(compiler_flags -C target-feature=+simd128)
CARGO_PROFILE_RELEASE_STRIP=debuginfo CARGO_ENCODED_RUSTFLAGS=$encoded cargo build --locked --release --package tengen-web --target wasm32-unknown-unknown
page=$bundles/web
fresh "$page"
cp src/board/page/* "$page"
add_licences "$page" wasm32-unknown-unknown --package tengen-web
"$bindgen" "$target_folder/wasm32-unknown-unknown/release/tengen_web.wasm" --target web --remove-name-section --out-dir "$page" --out-name engine
check_paths "$page/engine_bg.wasm"
# What is stored belongs to this build: other files make another name.
sum=$(cat "$page"/* | { sha256sum 2> /dev/null || shasum -a 256; } | cut -c 1-12)
files=
for file in "$page"/*; do
    name=${file##*/}
    [ ! -L "$folder/$name" ] || fail "$folder/$name is a symbolic link, and is left as it is"
    case $name in
    # The page asks for none of them, and is itself stored as "./".
    index.html | service.js | LICENSE | THIRD-PARTY.txt | *.d.ts) ;;
    *) files+="${files:+, }\"$name\"" ;;
    esac
done
service=$(sed -e "s/tengen-VERSION/tengen-$sum/" -e "s/\"FILES\"/$files/" "$page/service.js")
printf '%s\n' "$service" > "$page/service.js"
readable "$page"
bytes=$(tar -czf - -C "$page" . | wc -c)
[ "$bytes" -le 4000000 ] || fail "$page is more than 4 MB compressed, and $folder is left as it is"
mkdir -p "$folder"
cp "$page"/* "$folder"
echo "$folder: $((bytes / 1024)) KiB compressed"
