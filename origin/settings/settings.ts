/** Settings: what the environment says, checked at start. */
import { join, relative, resolve } from 'node:path';
import { isThisMachine } from '../contract/clients/onCall.ts';
import type { CdnSettings } from '../contract/headers/cdn.ts';
import type { DailyLimits } from '../contract/quotas.ts';
import { formatSelection } from '../contract/subjects/selection.ts';
import { type Values, Variables } from './variables.ts';

interface BackupSettings {
  /** An absolute path, or `s3://bucket/prefix`; undefined where there is no continuous copy. */
  dir: string | undefined;
  keyFile: string | undefined;
  days: number;
  /** Whether a write is acknowledged only once it is in there. */
  isAwaited: boolean;
}

export interface Settings {
  /** What is run with them. */
  role: Values['ROLE'];
  dataDir: string;
  backup: BackupSettings;
  /** What checkpoints of the transparency log are signed with; where neither is given, a key of the data directory. */
  log: { key?: string; keyFile?: string; witnesses: Values['LOG_WITNESSES'] };
  /** An absolute path, or `s3://bucket/prefix`: where objects are; undefined where there are none. */
  objectStore: string | undefined;
  /** How a bucket is reached. */
  s3: ReturnType<typeof s3Of>;
  /** The registry that this is a read mirror of, with its log’s key where that is known; then nothing is stored or written here. */
  /** With what of it is copied, as `formatSelection` writes it, where that is not all. */
  follow: (NonNullable<Values['FOLLOW']> & { only?: string; ownUrl?: string }) | undefined;
  databaseUrl: string | undefined;
  /** Where the mirror's catalog is; undefined for a file of the data directory. */
  catalogUrl: string | undefined;
  /** Bounds of what goes to PostgreSQL: a number of connections, and milliseconds. */
  database: ReturnType<typeof boundsOf>;
  limiterUrl: string | undefined;
  host: string;
  originPort: number;
  mirrorPort: number;
  site: { originUrl: string; mirrorUrl: string; oidcName?: string };
  signIn: {
    passkeyDomain: string;
    /** The origins of the site's own pages. */
    pageOrigins: string[];
    oidc?: { issuer: string; clientId: string; clientSecret?: string };
  };
  corsOrigins: string[];
  trustedProxyHops: number;
  countDownloads: 'all' | 'origin' | 'none';
  /** What is purged; undefined where nothing is. */
  cdn: CdnSettings | undefined;
  quotas: DailyLimits;
  minClientVersion: string | undefined;
  advisoryFeeds: string[];
  scanners: string | undefined;
  accessLog: 'none' | 'requests' | 'addresses';
  /** `isLocal`: whether the registry is for this machine alone. */
  metrics: { token?: string; isLocal: boolean };
  logLevel: string;
}

const s3Of = (values: Values) => ({
  endpoint: values.AWS_ENDPOINT_URL_S3 ?? values.AWS_ENDPOINT_URL,
  region: values.AWS_REGION ?? values.AWS_DEFAULT_REGION,
  accessKeyId: values.AWS_ACCESS_KEY_ID,
  secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
  sessionToken: values.AWS_SESSION_TOKEN,
});

const boundsOf = (values: Values) => ({
  poolSize: values.DATABASE_POOL_SIZE,
  connectTimeout: Math.ceil(values.DATABASE_CONNECT_TIMEOUT * 1000),
  statementTimeout: Math.ceil(values.DATABASE_STATEMENT_TIMEOUT * 1000),
  lockTimeout: Math.ceil(values.DATABASE_LOCK_TIMEOUT * 1000),
  idleTimeout: Math.ceil(values.DATABASE_IDLE_TIMEOUT * 1000),
});

/** A bucket without slashes at its end, or a folder as an absolute path. */
function placeOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  return isBucket(text) ? text.replace(/\/+$/, '') : resolve(text);
}

const isBucket = (place: string): boolean => place.startsWith('s3://');

const isBelow = (folder: string, place: string): boolean =>
  !isBucket(place) && !relative(resolve(folder), place).startsWith('..');

function cdnOf(values: Values): CdnSettings | undefined {
  const { CDN: kind, CDN_TARGET: targets, CDN_TOKEN: token = '' } = values;
  if (!kind && (targets.length > 0 || token)) throw new Error('CDN: say which it is that CDN_TARGET is of.');
  if (!kind) return undefined;
  if (targets.length === 0) throw new Error('CDN_TARGET: say what is to be purged.');
  const isTarget = (target: string) => (kind === 'varnish' ? isBase(target) : /^[A-Za-z0-9]{1,64}$/.test(target));
  if (!targets.every(isTarget))
    throw new Error(
      `CDN_TARGET: must be ${kind === 'varnish' ? 'addresses such as http://127.0.0.1:6081' : 'letters and digits'}.`,
    );
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = values;
  const keys =
    accessKeyId && secretAccessKey
      ? { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
      : undefined;
  if (kind === 'cloudfront' && !keys)
    throw new Error('CDN: cloudfront needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.');
  if (kind !== 'cloudfront' && token.length < 16) throw new Error('CDN_TOKEN: must have 16 characters or more.');
  return { kind, targets: [...new Set(targets)], token, keys };
}

function isBase(address: string): boolean {
  const url = URL.parse(address);
  return Boolean(
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !`${url.username}${url.search}${url.hash}`,
  );
}

/** Settings out of an environment. A bad value throws one line that names it. */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = Variables.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const values = result.data;
  const originUrl = values.ORIGIN_URL ?? `http://localhost:${values.ORIGIN_PORT}`;
  const mirrorUrl = values.MIRROR_URL ?? `http://localhost:${values.MIRROR_PORT}`;
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if ((issuer === undefined) !== (clientId === undefined))
    throw new Error('OIDC_ISSUER, OIDC_CLIENT_ID: give both, or none.');
  const passkeyDomain = values.PASSKEY_DOMAIN ?? new URL(mirrorUrl).hostname;
  if (!`.${new URL(mirrorUrl).hostname}`.endsWith(`.${passkeyDomain}`))
    throw new Error(
      `PASSKEY_DOMAIN: must be ${new URL(mirrorUrl).hostname}, the host of MIRROR_URL, or a parent of it.`,
    );
  const backupDir = placeOf(values.BACKUP_DIR);
  if (backupDir && isBelow(values.DATA_DIR, backupDir))
    throw new Error('BACKUP_DIR: must be outside DATA_DIR, which may be lost as a whole.');
  const objectStore = placeOf(values.OBJECT_STORE);
  if (objectStore && isBelow(join(values.DATA_DIR, 'mirror'), objectStore))
    throw new Error('OBJECT_STORE: must be outside the folder of the snapshot, which is swept.');
  if (objectStore && objectStore === backupDir)
    throw new Error('OBJECT_STORE, BACKUP_DIR: must be different places, or both are lost at once.');
  if (values.BACKUP_WAIT === 'writes' && (!backupDir || values.DATABASE_URL))
    throw new Error('BACKUP_WAIT: needs BACKUP_DIR, and the embedded SQLite.');
  if (values.CATALOG_URL && !objectStore)
    throw new Error('CATALOG_URL: needs OBJECT_STORE, where a mirror without the builder’s disk finds the files.');
  if (values.CATALOG_URL && values.CATALOG_URL === values.DATABASE_URL)
    throw new Error(
      'CATALOG_URL: must be another database than DATABASE_URL: it holds what is public, and nothing else.',
    );
  if (values.FOLLOW) {
    if (values.ROLE === 'origin') throw new Error('FOLLOW: a copy of another registry has no origin.');
    for (const name of ['DATABASE_URL', 'CATALOG_URL', 'OBJECT_STORE', 'BACKUP_DIR', 'CDN'] as const)
      if (values[name]) throw new Error(`FOLLOW: goes without ${name}: a copy is files of DATA_DIR and nothing else.`);
    if (values.ORIGIN_URL) throw new Error('FOLLOW: goes without ORIGIN_URL: people sign in at the registry itself.');
  }
  if (values.FOLLOW_ONLY && !values.FOLLOW)
    throw new Error('FOLLOW_ONLY: needs FOLLOW, the registry of which a part is to be copied.');
  const pageOrigins = [...new Set([mirrorUrl, originUrl].map((address) => new URL(address).origin))];
  return {
    role: values.ROLE,
    dataDir: values.DATA_DIR,
    backup: {
      dir: backupDir,
      keyFile: values.BACKUP_KEY_FILE,
      days: values.BACKUP_DAYS,
      isAwaited: values.BACKUP_WAIT === 'writes',
    },
    log: {
      witnesses: values.LOG_WITNESSES,
      ...(values.LOG_KEY !== undefined && { key: values.LOG_KEY }),
      ...(values.LOG_KEY_FILE !== undefined && { keyFile: values.LOG_KEY_FILE }),
    },
    objectStore,
    s3: s3Of(values),
    follow: values.FOLLOW && {
      ...values.FOLLOW,
      ...(values.FOLLOW_ONLY && { only: formatSelection(values.FOLLOW_ONLY) }),
      ...(values.MIRROR_URL && { ownUrl: mirrorUrl }),
    },
    databaseUrl: values.DATABASE_URL,
    catalogUrl: values.CATALOG_URL,
    database: boundsOf(values),
    limiterUrl: values.LIMITER_URL,
    host: values.HOST,
    originPort: values.ORIGIN_PORT,
    mirrorPort: values.MIRROR_PORT,
    site: { originUrl, mirrorUrl, ...(issuer && { oidcName: values.OIDC_NAME ?? new URL(issuer).host }) },
    signIn: {
      passkeyDomain,
      pageOrigins,
      ...(issuer && clientId && { oidc: { issuer, clientId, ...(clientSecret && { clientSecret }) } }),
    },
    corsOrigins: [...pageOrigins, ...values.CORS_ORIGINS],
    trustedProxyHops: values.TRUSTED_PROXY_HOPS,
    countDownloads: values.COUNT_DOWNLOADS,
    cdn: cdnOf(values),
    quotas: values.DAILY_QUOTAS,
    minClientVersion: values.MIN_CLIENT_VERSION,
    advisoryFeeds: values.ADVISORY_FEEDS,
    scanners: values.SCANNERS,
    accessLog: values.ACCESS_LOG,
    metrics: {
      ...(values.METRICS_TOKEN !== undefined && { token: values.METRICS_TOKEN }),
      isLocal: [originUrl, mirrorUrl].every((address) => isThisMachine(new URL(address).hostname)),
    },
    logLevel: values.LOG_LEVEL,
  };
}
