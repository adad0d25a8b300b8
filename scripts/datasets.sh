# shellcheck shell=bash
# Read by the other scripts: the settings of scripts/datasets.toml.

# setting SECTION KEY: the value of a key, without its quotes.
setting() {
    local value
    value=$(sed -n "/^\[$1\]/,/^\[/s/^$2 = \"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" "$(dirname "${BASH_SOURCE[0]}")/datasets.toml")
    if [ -z "$value" ]; then
        echo "scripts/datasets.toml: no $2 in [$1]" >&2
        return 1
    fi
    echo "$value"
}
