/** Programs that skills run, by which a text without a language is known to be shell. */
export const knownPrograms: ReadonlySet<string> = new Set(
  `7z ab adb agent-browser ansible apk apt apt-get aptitude ast-grep atlas awk aws az azd base64 basename bash bat bc black
  brew bun bunx bundle bzip2 cargo cat cd certbot chgrp chmod chown chromium claude clawdbot clawdhub clawhub clang cmake
  code codex composer conda convert cp crontab csc curl cut cwebp date dd deno df diff dig dirname docker docker-compose
  dotnet du echo egrep env eslint exiftool export fd ffmpeg ffprobe fgrep file firebase flutter flyctl fzf gcc gcloud gem
  gemini gh git glab go gog gpg gradle grep gsutil gunzip gzip head heroku himalaya hostname htop http https hugo iconv
  identify ifconfig iwr iex imagemagick ip java javac jest jq jupyter just kill killall kubectl launchctl ldd ln ls lsof
  magick make markitdown mcporter md5 md5sum mkdir mkfifo mktemp mlx-whisper mongosh mv mvn mypy mysql nano nc ncat netcat
  netlify netstat nmap node nohup npm npx nslookup nvm ollama op openclaw openssl opkg osascript pacman pandoc pbcopy
  pbpaste pdftoppm pdftotext perl php ping pip pip3 pipenv pipx pkill playwright pnpm podman poetry powershell prettier
  printf prisma ps psql pwd pwsh pytest python python3 qpdf railway rclone redis-cli rg rm rmdir rsync ruby ruff rustc
  rustup scp screencapture screen sed security sh sha256sum shasum sleep soffice sort source spctl sqlite3 ssh ssh-add
  ssh-copy-id ssh-keygen stat strings stripe su sudo supabase svn swift systemctl tail tar tee terraform tesseract tmux
  touch tr traceroute tree tsc tsx uname uniq unzip uv uvicorn uvx vercel vi vim vite vitest wacli wc wget whoami wrangler
  xargs xattr xcodebuild xcrun xxd yarn yq yt-dlp zip zsh`.split(/\s+/),
);

/** Those of them that are English words too: a line of prose may begin with one. */
export const englishWords: ReadonlySet<string> = new Set(
  `cat code composer convert cut date file find go head host http https identify install join just kill less make more node
  open op rails screen security sleep sort source split stat strings stripe swift tail tee test time touch tree watch
  which who black atlas claude agent at env export echo service bat fd magick playwright prettier node docker git python
  ping bundle railway vercel supabase firebase ollama gemini codex java`.split(/\s+/),
);
