# Installs skill-registry for you alone: into ~\.local, or into the folder that $env:PREFIX names.
# It needs Node 20.15 or newer, tar (a part of Windows 10 and later), and nothing else. Nothing is unpacked before its
# SHA-256 is found right.
$ErrorActionPreference = 'Stop'

$site = {{site}}
$checksum = {{checksum}} # of $site/skill-registry.tgz
$prefix = if ($env:PREFIX) { $env:PREFIX } else { Join-Path $HOME '.local' }

# A script that was cut short on its way does nothing, since this is called in its last line.
function Install-SkillRegistry {
  if (-not (Get-Command node -ErrorAction SilentlyContinue)) {
    throw 'skill-registry was not installed: it needs Node 20.15 or newer, and there is no node.'
  }
  $node = [version]((node --version).TrimStart('v') -replace '-.*')
  if ($node -lt [version]'20.15') { throw "skill-registry was not installed: it needs Node 20.15 or newer; this is $node." }

  $folder = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
  New-Item -ItemType Directory $folder | Out-Null
  try {
    $archive = Join-Path $folder 'skill-registry.tgz'
    Invoke-WebRequest -UseBasicParsing "$site/skill-registry.tgz" -OutFile $archive
    $found = (Get-FileHash $archive -Algorithm SHA256).Hash
    if ($found -ne $checksum) {
      throw "skill-registry was not installed: the SHA-256 of $site/skill-registry.tgz is $found and should be $checksum."
    }
    tar -xzf $archive -C $folder
    if ($LASTEXITCODE -ne 0) { throw 'skill-registry was not installed: the archive could not be unpacked.' }
    node (Join-Path $folder 'package/skill-registry.mjs') self-update --into $prefix
    if ($LASTEXITCODE -ne 0) { throw 'skill-registry was not installed.' }
  } finally {
    Remove-Item -Recurse -Force $folder
  }
}

Install-SkillRegistry
