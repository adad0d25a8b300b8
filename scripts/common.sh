# shellcheck shell=bash disable=SC2034
# What the scripts share. They source this at the root of the repository.

fail() {
    echo "error: $*" >&2
    exit 1
}

# A program that hears Ctrl-C may end as after a fault: the script ends too.
trap 'exit 130' INT

# Where cargo builds, as the environment and its configuration have it; below the root of the repository as a relative path.
target_folder=$(cargo metadata --no-deps --format-version 1 |
    sed -nE '/"target_directory"/{s/.*"target_directory":"(([^"\\]|\\.)*)".*/\1/;s/\\(.)/\1/g;p;}')
target_folder=${target_folder#"$PWD/"}
[ -n "$target_folder" ] || fail "cargo does not say where it builds"
# What is built for no target in particular is for this machine, and lies there without a folder of a target.
unset CARGO_BUILD_TARGET
cores=$(nproc 2>/dev/null || sysctl -n hw.ncpu)

# Says how the script is used, which is the comment that it begins with, and ends it.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "scripts/${0##*/}" >&2
    exit 2
}

# Whether the compiler brings the standard library for a target: has_library TARGET
has_library() {
    [ -d "$(rustc --print target-libdir --target "$1" 2>/dev/null)" ]
}

# The memory of an engine in tournaments, as options of match. Elsewhere nobody tells how much memory a process has for itself.
memory=()
if [ "$(uname -s)" = Linux ]; then memory=(--memory 350M); fi

# Builds the program, and says where it is: a configuration that names a target has a folder of its own, so that cargo is asked:
# built_program OPTION-OF-CARGO-BUILD...
built_program() {
    cargo build --locked --bin pbrain-tengen --message-format json-render-diagnostics "$@" |
        sed -nE '/"executable":"/{s/.*"executable":"(([^"\\]|\\.)*)".*/\1/;s/\\(.)/\1/g;p;}'
}

# Keeps a program that was built, as the copy by which a long run goes on whatever is built meanwhile. One that is there stays,
# unless what it made is gone: keep_program BUILT COPY [MADE]
keep_program() {
    if [ -e "$2" ] && { [ $# -eq 2 ] || [ -e "$3" ]; }; then return; fi
    # Never half of it.
    cp "$1" "$2.part"
    mv "$2.part" "$2"
}

# Says words as `match` takes them for the command of an engine: quoted WORD...
quoted() {
    local quote="'" word
    for word; do printf "'%s' " "${word//$quote/$quote$quote}"; done
}

# The number of nodes that stands for how a program searches, the same on every system: signature COMMAND...
signature() {
    "$@" bench | tr -d '\r' | sed -n 's/^Nodes searched: //p'
}

# Where wasm-bindgen is installed for the page.
tools=$target_folder/tools

# The version of wasm-bindgen that the page is built with: its program must be of the same.
bindgen_version() {
    local version
    version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p;}' Cargo.lock)
    [ -n "$version" ] || fail "Cargo.lock names no wasm-bindgen"
    echo "$version"
}

# Says where the program of that version is, if it is anywhere.
find_bindgen() {
    local program
    program=$(PATH="$tools/bin:$PATH" command -v wasm-bindgen) || return 1
    [ "$("$program" --version 2>/dev/null)" = "wasm-bindgen $(bindgen_version)" ] || return 1
    echo "$program"
}
