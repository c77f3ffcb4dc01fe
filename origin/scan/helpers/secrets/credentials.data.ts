/**
 * Files that hold credentials. `always`: nobody but their owner has any use for them. `whole`: a program may well send
 * one token of theirs to the service that it is for, so these count only where all of the file is sent.
 */
export const credentialFiles: readonly { name: string; kind: 'always' | 'whole'; path: RegExp }[] = [
  {
    name: 'a private SSH key',
    kind: 'always',
    path: /\.ssh["'\s,/\\)]{1,8}(?:id_(?:rsa|dsa|ecdsa|ed25519)|identity|id_\*|\*)(?!\w|\.pub)/,
  },
  { name: 'AWS credentials', kind: 'always', path: /\.aws["'\s,/\\)]{1,8}(?:credentials\b|\*)/ },
  {
    name: 'Google Cloud credentials',
    kind: 'always',
    path: /gcloud["'\s,/\\)]{1,8}(?:credentials\.db|access_tokens\.db|application_default_credentials\.json|legacy_credentials)/,
  },
  { name: 'Git credentials', kind: 'always', path: /\.git-credentials\b/ },
  { name: 'GnuPG keys', kind: 'always', path: /\.gnupg["'\s,/\\)]{1,8}(?:private-keys|secring|\*)/ },
  { name: 'password hashes', kind: 'always', path: /\/etc\/shadow\b/ },
  {
    name: 'saved passwords of a browser',
    kind: 'always',
    path: /\b(?:Login Data|logins\.json|key4\.db|Local State)\b/,
  },
  {
    name: 'cookies of a browser',
    kind: 'always',
    path: /\bcookies\.sqlite\b|\b(?:Default|Profile \d|Network)["'\s,/\\]{1,8}Cookies\b/,
  },
  {
    name: 'a keychain',
    kind: 'always',
    path: /Library\/Keychains\b|\.keychain-db\b|\bsecurity\s{1,9}(?:dump-keychain|find-(?:generic|internet)-password)\b/,
  },
  { name: 'a wallet', kind: 'always', path: /\bwallet\.dat\b|\.config\/solana\/id\.json\b|\.electrum\/wallets\b/ },
  { name: 'a .netrc file', kind: 'whole', path: /\.netrc\b/ },
  { name: 'a .npmrc file', kind: 'whole', path: /\.npmrc\b/ },
  { name: 'a .pypirc file', kind: 'whole', path: /\.pypirc\b/ },
  { name: 'Kubernetes credentials', kind: 'whole', path: /\.kube["'\s,/\\)]{1,8}config\b/ },
  { name: 'Docker credentials', kind: 'whole', path: /\.docker["'\s,/\\)]{1,8}config\.json\b/ },
  { name: 'GitHub credentials', kind: 'whole', path: /\bgh["'\s,/\\)]{1,8}hosts\.yml\b/ },
  {
    name: 'credentials of an agent',
    kind: 'whole',
    path: /\.claude["'\s,/\\)]{1,8}\.credentials\.json\b|\.codex["'\s,/\\)]{1,8}auth\.json\b/,
  },
  { name: 'a .env file', kind: 'whole', path: /(?<![\w.])\.env(?:\.(?:local|production|prod|development))?(?![\w.-])/ },
];

/** Folders of credentials, which matter where they are packed as a whole. */
export const credentialFolders = /\.(?:ssh|aws|gnupg|kube|docker)\/?(?=["'\s)|;&`]|$)|\bgcloud\/?(?=["'\s)|;&`]|$)/;
