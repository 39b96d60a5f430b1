#!/usr/bin/env bash
# Build the wheel of this commit in two new clones, and fail unless the files are identical.
# Usage: same_wheel.sh PYTHON FOLDER
set -euo pipefail
python="$(realpath -s "$1")"
folder="$2"
cd "$(dirname "$0")/.."

rm -rf "$folder"
mkdir -p "$folder"
for name in once again; do
    git clone --quiet . "$folder/$name"
    "$folder/$name/tools/wheel.sh" "$python" "$folder/$name/dist" >/dev/null
done
sha256sum "$folder"/*/dist/*
cmp "$folder"/once/dist/*.whl "$folder"/again/dist/*.whl
cmp "$folder"/once/dist/*.tar.gz "$folder"/again/dist/*.tar.gz
echo "both wheels are identical, and so are both source archives"
