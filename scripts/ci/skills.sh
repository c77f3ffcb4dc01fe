# What the steps of action.yml share. Names of files are data: they travel between NUL bytes, and what shows them is kept
# from being read as commands of the workflow.

cli() {
  "$RUNNER_TEMP/skill-registry/bin/skill-registry" "$@"
}

# The folders of skills, each ended by NUL. What lies in one belongs to it. No link is followed: it may lead out of what was
# reviewed.
skills() {
  if [ "${FOLDER#/}" = "$FOLDER" ] && [ "$(cd -P "$FOLDER" && pwd)" != "$(cd -P . && cd -L "$FOLDER" && pwd -L)" ]; then
    return
  fi
  if [ -f "$FOLDER/SKILL.md" ]; then
    printf '%s\0' "$FOLDER"
    return
  fi
  local file
  while IFS= read -r -d '' file; do
    case $(basename "${file%/SKILL.md}") in .*) continue ;; esac
    printf '%s\0' "${file%/SKILL.md}"
  done < <(find "$FOLDER" -mindepth 2 -maxdepth 2 -name SKILL.md -print0)
}

# Runs a command whose output is for people alone.
aside() {
  local word status=0
  word=$(node -p 'require("crypto").randomUUID()')
  echo "::stop-commands::$word"
  "$@" 2>&1 || status=$?
  echo "::$word::"
  return "$status"
}

# A refusal as an annotation, out of the JSON that the CLI printed.
annotate() {
  node -e '
    let message = "It failed.";
    try { message = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).error.message; } catch {}
    const escaped = (text, pattern) => text.replace(pattern, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0"));
    const file = escaped(process.argv[2].replace(/^\.\//, "") + "/SKILL.md", /[%\r\n:,]/g);
    console.log(`::error file=${file},title=publish::${escaped(message, /[%\r\n]/g)}`);
  ' "$1" "$2"
}

# On a tag it publishes: `hello@1.2.0` one skill under that label; `v1.2.0` or `1.2.0` the only skill under that label, or
# each of several under the label in its SKILL.md. Everywhere else it rehearses that.
publish() {
  local options=() only='' label='' skill answer found=0 failed=0
  if [ -z "$SKILL_REGISTRY_TOKEN" ]; then
    echo '::notice title=skill-registry::There is no token, so nothing was asked of the registry.'
    return
  fi
  if [ "${GITHUB_REF#refs/tags/}" != "$GITHUB_REF" ]; then
    label=${GITHUB_REF#refs/tags/}
    case $label in
      *@*) only=${label%@*} label=${label##*@} ;;
      *) [ -f "$FOLDER/SKILL.md" ] && label=${label#v} || label='' ;;
    esac
    options+=(--yes)
  else
    options+=(--dry-run)
  fi
  [ -z "$label" ] || options+=("--label=$label")
  [ -z "$AUTHOR" ] || options+=("--author=$AUTHOR")
  answer=$(mktemp -d -p "$RUNNER_TEMP")
  while IFS= read -r -d '' skill; do
    [ -z "$only" ] || [ "$(basename "$(cd "$skill" && pwd)")" = "$only" ] || continue
    found=$((found + 1))
    if cli publish --json "${options[@]}" -- "$skill" > "$answer/$found.json" 2> /dev/null; then continue; fi
    annotate "$answer/$found.json" "$skill"
    rm "$answer/$found.json"
    failed=1
  done < <(skills)
  node -e '
    const { readdirSync, readFileSync } = require("fs");
    const names = readdirSync(process.argv[1]).sort((a, b) => parseInt(a) - parseInt(b));
    const all = names
      .map((name) => JSON.parse(readFileSync(`${process.argv[1]}/${name}`, "utf8")))
      .map(({ skill_id, version_label, hash, page_url, dry_run, unchanged }) => ({
        skill_id, version_label, hash, page_url, dry_run, unchanged,
      }));
    console.log(`published=${JSON.stringify(all)}`);
  ' "$answer" >> "$GITHUB_OUTPUT"
  if [ "$found" = 0 ]; then
    echo '::error title=skill-registry::No skill has the name that the tag begins with.'
    failed=1
  fi
  return "$failed"
}
