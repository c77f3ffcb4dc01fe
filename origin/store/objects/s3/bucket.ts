/** A bucket that a person named, and how requests reach it. */

/** As `AWS_…` variables say it. */
export interface S3Settings {
  /** Of a server other than Amazon’s. */
  endpoint: string | undefined;
  region: string | undefined;
  accessKeyId: string | undefined;
  secretAccessKey: string | undefined;
  sessionToken: string | undefined;
}

export interface Bucket {
  name: string;
  /** What all names in it begin with: empty, or with a slash at its end. */
  prefix: string;
  /** For people: `s3://name/prefix`. */
  address: string;
  /** Of the bucket, with a slash at its end. */
  url: URL;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

/** It is written wrongly, or what reaches it is not set. */
export class UnusableBucket extends Error {}

const scheme = 's3://';
const addressForm = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/((?:[\w.~@+=,-]{1,200}\/)*[\w.~@+=,-]{1,200}))?$/;

/** Whether a bucket is meant, rightly written or not. */
export const isBucketAddress = (text: string): boolean => text.startsWith(scheme);

/** The address without slashes at its end. Throws what is wrong. */
export function bucketAddress(text: string): string {
  const address = text.replace(/\/+$/, '');
  const [, , prefix = ''] = addressForm.exec(address) ?? [];
  if (!addressForm.test(address) || prefix.length > 300 || /(?:^|\/)\.{1,2}(?:\/|$)/.test(prefix))
    throw new UnusableBucket('a bucket is written as s3://bucket/prefix');
  return address;
}

/** Throws what is missing or wrong, and never says a key. */
export function bucketAt(text: string, settings: S3Settings): Bucket {
  const address = bucketAddress(text);
  const [, name = '', folder] = addressForm.exec(address) ?? [];
  const { endpoint, accessKeyId, secretAccessKey, sessionToken } = settings;
  if (!accessKeyId || !secretAccessKey)
    throw new UnusableBucket(`${address} needs a key. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  // Most servers other than Amazon’s have one region, which is called so unless they say otherwise.
  const region = settings.region ?? (endpoint ? 'us-east-1' : undefined);
  if (!region) throw new UnusableBucket(`${address} needs the region of the bucket. Set AWS_REGION.`);
  const prefix = folder === undefined ? '' : `${folder}/`;
  const url = endpoint ? urlBelow(endpoint, name) : amazonUrl(name, region);
  return { name, prefix, address, url, region, accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}

/** With the bucket’s name in the path, unless the host begins with it already. */
function urlBelow(endpoint: string, name: string): URL {
  const url = new URL(endpoint);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = url.hostname.startsWith(`${name}.`) ? `${path}/` : `${path}/${name}/`;
  return url;
}

/** A certificate for `*.s3…` is for no name with a dot. */
function amazonUrl(name: string, region: string): URL {
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return new URL(name.includes('.') ? `https://${host}/${name}/` : `https://${name}.${host}/`);
}
