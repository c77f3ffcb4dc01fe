#!/bin/sh
# Publishes a skill folder as a new version. Needs a POSIX shell, curl and tar.
# The token comes from the environment and reaches curl on stdin: never as an argument, never printed.
set -eu
set +x # a trace would show the token
LC_ALL=C
CDPATH=''
export LC_ALL

usage() {
  cat <<'END'
Usage: sh publish.sh [--dry-run] [--label LABEL] [--category KEY] [--visibility public|private] DIR AUTHOR SLUG

Environment:
  SKILL_REGISTRY_TOKEN   a token with the publish scope (required)
  SKILL_REGISTRY_ORIGIN  the registry origin (default http://localhost:8787)

Prints the registry's JSON answer. Exit codes: 0 done, 1 refused or no answer, 2 wrong usage.
END
}

say() { printf 'publish: %s\n' "$*" >&2; }
wrong() { say "$*"; say 'see --help'; exit 2; }

# fits TEXT PATTERN: the whole of a single-line TEXT matches the extended regular expression.
fits() {
  case $1 in *'
'*) return 1 ;; esac
  printf '%s\n' "$1" | grep -Eq "^($2)\$"
}

# --- what is asked

dry_run=false label='' category='' visibility=''
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --dry-run) dry_run=true; shift ;;
    --label | --category | --visibility)
      [ $# -ge 2 ] || wrong "$1 needs a value"
      case $1 in
        --label) label=$2 ;;
        --category) category=$2 ;;
        --visibility) visibility=$2 ;;
      esac
      shift 2 ;;
    --) shift; break ;;
    -*) wrong "unknown option $1" ;;
    *) break ;;
  esac
done
[ $# -eq 3 ] || { usage >&2; exit 2; }
dir=$1 author=$2 slug=$3
token=${SKILL_REGISTRY_TOKEN:-}
unset SKILL_REGISTRY_TOKEN
origin=${SKILL_REGISTRY_ORIGIN:-http://localhost:8787}
while [ "${origin%/}" != "$origin" ]; do origin=${origin%/}; done
origin=${origin%/api/v1}

# --- what must hold before anything is sent

fits "$author" '[a-z0-9][a-z0-9-]{0,38}' || wrong 'AUTHOR is 1-39 lowercase letters, digits and hyphens'
fits "$slug" '[a-z0-9][a-z0-9-]{0,62}' || wrong 'SLUG is 1-63 lowercase letters, digits and hyphens'
[ -z "$label" ] || fits "$label" '[A-Za-z0-9._+-]{1,64}' || wrong 'a label given here has 1-64 letters, digits and . _ + -'
[ -z "$category" ] || fits "$category" '[a-z]+' || wrong 'a category is one lowercase word'
[ -z "$visibility" ] || fits "$visibility" 'public|private' || wrong '--visibility is public or private'
case $token in
  '') wrong 'SKILL_REGISTRY_TOKEN is not set' ;;
  *[!A-Za-z0-9_]*) wrong 'SKILL_REGISTRY_TOKEN holds characters that no token has' ;;
  svc_s_*) ;;
  svc_*) wrong 'only a session token (svc_s_) can publish; device, kit and MCP tokens cannot' ;;
  *) wrong 'SKILL_REGISTRY_TOKEN does not look like a token of this registry' ;;
esac
proxy=''
if fits "$origin" 'http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?'; then
  proxy='noproxy = "*"'
elif ! fits "$origin" 'https://[A-Za-z0-9.-]+(:[0-9]+)?'; then
  wrong 'SKILL_REGISTRY_ORIGIN is https://host[:port]; plain http only for localhost'
fi
[ -f "$dir/SKILL.md" ] || wrong "there is no SKILL.md directly in $dir"

# --- packing

work=$(mktemp -d "${TMPDIR:-/tmp}/publish.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# Hidden files (version control, editors, .env) are never packed; links are not part of a skill.
(cd -- "$dir" && find . -name '.?*' -prune -o -type l -print) > "$work/links"
(cd -- "$dir" && find . -name '.?*' -print -prune) > "$work/hidden"
(cd -- "$dir" && find . -name '.?*' -prune -o -type f -print) | sed 's|^\./||' | sort > "$work/files"

if [ -s "$work/links" ]; then
  say 'links are not allowed in a skill:'
  sed 's|^\./|  |' "$work/links" >&2
  exit 1
fi
if grep -nE '[^A-Za-z0-9._/ -]|^-' "$work/files" > "$work/bad"; then
  say 'paths may hold only letters, digits, . _ - / and space, and not start with a hyphen:'
  sed 's|^[0-9]*:|  |' "$work/bad" >&2
  exit 1
fi
if [ -s "$work/hidden" ]; then
  say 'left out, because hidden:'
  sed 's|^\./|  |' "$work/hidden" >&2
fi
COPYFILE_DISABLE=1 tar -czf "$work/skill.tar.gz" -C "$dir" -T "$work/files"
say "packed $(wc -l < "$work/files" | tr -d ' ') files, $(wc -c < "$work/skill.tar.gz" | tr -d ' ') bytes"

# --- sending

query="dry_run=$dry_run"
[ -z "$label" ] || query="$query&version_label=$(printf '%s' "$label" | sed 's/+/%2B/g')"
[ -z "$category" ] || query="$query&category=$category"
[ -z "$visibility" ] || query="$query&visibility=$visibility"

# -q keeps a personal curl configuration (verbose, trace) from showing the token.
status=$(
  curl -q --globoff --silent --show-error --max-time 120 --config - \
    --output "$work/answer" --dump-header "$work/headers" --write-out '%{http_code}' \
    --header 'Content-Type: application/gzip' --header 'Expect:' \
    --data-binary "@$work/skill.tar.gz" \
    "$origin/api/v1/skills/$author/$slug/versions?$query" <<END
header = "Authorization: Bearer $token"
$proxy
END
) || { say "no answer from $origin"; exit 1; }

if [ -s "$work/answer" ]; then
  cat "$work/answer"
  echo
fi
case $status in
  2??)
    if [ "$dry_run" = true ]; then say 'checked: this would be accepted; nothing was kept'
    elif [ "$status" = 201 ]; then say "published $author/$slug"
    else say "nothing new: this content is already published"; fi
    if grep -Eq '"scanStatus": *"quarantined"' "$work/answer"; then
      say 'but the scan quarantines it: readers are refused its content; see the findings'
    fi ;;
  405) say 'refused with 405: is SKILL_REGISTRY_ORIGIN the mirror? Writes go to the origin'; exit 1 ;;
  429) say "too many requests; wait $(sed -n 's/^[Rr][Ee][Tt][Rr][Yy]-[Aa][Ff][Tt][Ee][Rr]: *\([0-9]*\).*/\1/p' "$work/headers") seconds"; exit 1 ;;
  *) say "refused with $status; code, message and path are in the answer"; exit 1 ;;
esac
