# shellcheck shell=bash disable=SC2034
# What the scripts share. They source this at the root of the repository.

# Where cargo builds.
target_folder=${CARGO_TARGET_DIR:-target}
cores=$(nproc 2>/dev/null || sysctl -n hw.ncpu)

fail() {
    echo "error: $*" >&2
    exit 1
}

# Says how the script is used, which is the comment that it begins with, and ends it.
usage() {
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "scripts/${0##*/}" >&2
    exit 2
}

# Whether the compiler brings the standard library for a target: has_library TARGET
has_library() {
    [ -d "$(rustc --print target-libdir --target "$1" 2>/dev/null)" ]
}

# The version of wasm-bindgen that the page is built with: its program must be of the same.
bindgen_version() {
    sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock
}
