#!/bin/sh
# Installs skill-registry for you alone, without sudo: into ~/.local, or into the folder that PREFIX names.
# It needs Node 20.15 or newer, tar, and nothing else. Nothing is unpacked before its SHA-256 is found right.
set -eu

site={{site}}
checksum={{checksum}} # of $site/skill-registry.tgz
prefix=${PREFIX:-"$HOME/.local"}

fail() {
  echo "skill-registry was not installed: $1" >&2
  exit 1
}

# A script that was cut short on its way does nothing, since this is called in its last line.
main() {
  command -v node >/dev/null || fail 'it needs Node 20.15 or newer, and there is no node.'
  node -e 'var v = process.versions.node.split("."); process.exit(v[0] > 20 || (v[0] == 20 && v[1] >= 15) ? 0 : 1)' ||
    fail "it needs Node 20.15 or newer; $(command -v node) is $(node --version)."
  command -v tar >/dev/null || fail 'it needs tar.'

  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  download "$site/skill-registry.tgz" "$folder/skill-registry.tgz" || fail "$site/skill-registry.tgz could not be downloaded."
  found=$(node -p 'require("crypto").createHash("sha256").update(require("fs").readFileSync(process.argv[1])).digest("hex")' \
    "$folder/skill-registry.tgz")
  [ "$found" = "$checksum" ] ||
    fail "the SHA-256 of $site/skill-registry.tgz is $found and should be $checksum. Download this script again."
  tar -xzf "$folder/skill-registry.tgz" -C "$folder"
  node "$folder/package/skill-registry.mjs" self-update --into "$prefix"
}

download() {
  if command -v curl >/dev/null; then
    curl -fsS --retry 2 -o "$2" "$1"
  else
    node -e 'fetch(process.argv[1]).then(async (answer) => {
      if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
      require("fs").writeFileSync(process.argv[2], Buffer.from(await answer.arrayBuffer()));
    }).catch((error) => { console.error(error.message); process.exit(1); })' "$1" "$2"
  fi
}

main
