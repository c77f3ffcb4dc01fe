/** What files hold, by their path: the first that fits. */
import type { Origin } from '../effect.ts';

/** Of a path with `/` between its parts; `whole`: of which a token may well go to the service that it is for. */
const kinds: readonly { origin: Origin; path: RegExp }[] = [
  {
    origin: 'wallet',
    path: /wallet\.dat$|\/solana\/id\.json$|\.electrum\/wallets|\.bitcoin\b|\.ethereum\/keystore|\/Exodus\/|\/Electrum\/|\/MetaMask\b|nkbihfbeogaeaoehlefnkodbefgpgknn|bfnaelmomeimhlpmgjnjophhpkkoljpa|\.config\/solana\b|\/Ledger Live\/|\/atomic\/Local Storage/i,
  },
  {
    origin: 'browser',
    path: /\bLogin Data\b|\blogins\.json$|\bkey[34]\.db$|\bcookies\.sqlite$|(?:Default|Profile \d|Network)\/Cookies$|\/Local State$|Cookies\.binarycookies|\bWeb Data$|(?:Chrome|Chromium|Brave-Browser|Firefox)\/[^\uFFFC]{0,80}Cookies/,
  },
  { origin: 'keychain', path: /Library\/Keychains\b|\.keychain(?:-db)?$|\.local\/share\/keyrings\b|\bkwallet/i },
  {
    origin: 'conversation',
    path: /\.claude\/(?:projects|history\.jsonl|todos|transcripts)|\.codex\/(?:sessions|history)|\.openclaw\/(?:agents\/[^/]{0,60}\/)?sessions|\.clawdbot\/[^\s]{0,80}sessions|\.cursor\/(?:chats|projects)/,
  },
  {
    origin: 'credentials',
    path: /\.ssh(?:\/(?!known_hosts|config\b|[^/]{0,60}\.pub$)|\/?$)|\.aws\/(?:credentials|config|\*|$)|\.aws$|gcloud\/(?:credentials\.db|access_tokens|application_default_credentials|legacy_credentials)|\.git-credentials$|\.gnupg(?:\/|$)|\/etc\/shadow$|\.netrc$|\.pypirc$|\.kube\/config$|\.docker\/config\.json$|gh\/hosts\.yml$|\.claude\/\.credentials\.json$|\.codex\/auth\.json$|\.azure\/(?:accessTokens|msal_token)|\.openclaw\/(?:credentials|\.env|openclaw\.json|agents\/[^/]{0,60}\/agent\/auth)|\.clawdbot\/(?:\.env|credentials|clawdbot\.json)|(?:^|[/\\])id_(?:rsa|dsa|ecdsa|ed25519)$/,
  },
  { origin: 'credentials', path: /(?:^|\/)\.npmrc$|\/proc\/(?:self|\d{1,9})\/environ/ },
  // A pattern that fits every key there is.
  {
    origin: 'credentials',
    path: /(?:^|\/)(?=[^/]{0,60}\*)[^/]{0,60}(?:\.(?:pem|p12|pfx|key|keystore|jks|kdbx|ppk)|id_(?:rsa|dsa|ecdsa|ed25519)|\.env|(?:\b|[_*])(?:my|api[_-]?)?(?:keys?|credentials?|secrets?|passwords?|passwd|mnemonic|wallets?))[^/.]{0,12}(?:\.\w{1,5})?$/i,
  },
  {
    origin: 'secret',
    path: /(?:^|[/\uFFFC])\.env(?:\.(?:local|production|prod|development))?$|(?:^|\/)(?:credentials|secrets?|token|auth)[\w.-]{0,20}\.(?:json|ya?ml|toml|txt|ini)$|\.pem$|\.p12$|\.pfx$|(?:^|\/)\.[\w.-]{0,40}(?:key|token|secret|passw(?:or)?d|credential)s?$|(?:^|[/._-])(?:api|secret|private)[._-]?keys?(?:\.(?:txt|json))?$/i,
  },
];

export function originOfFile(path: string): Origin {
  const normal = path.replaceAll('\\', '/');
  return kinds.find((kind) => kind.path.test(normal))?.origin ?? 'file';
}

/** Whether a variable's name says that it holds a secret. */
export const isSecretName = (name: string): boolean =>
  /^(?:DATABASE|DB|REDIS|MONGO(?:DB)?|POSTGRES(?:QL)?|MYSQL|AMQP)_(?:URL|URI|DSN)$|(?:^|_)CONNECTION_STRING$|(?:^|_|\b)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?|MNEMONIC|SEED|PRIVATE|AUTH|COOKIE|JWT|PAT)(?:_|\b|$|\d)|(?:APIKEY|TOKEN|SECRET|PASSWORD)$/i.test(
    name,
  );
