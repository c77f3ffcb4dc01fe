/** The place that a person named: a bucket, or else a folder. */
import { bucketAt, isBucketAddress, type S3Settings } from '../../objects/s3/bucket.ts';
import { bucketPlace } from './bucket.ts';
import { folderPlace } from './folder.ts';
import type { Place } from './place.ts';

/** Throws what is missing to reach it. `tell` hears what the operator should know of a bucket’s server. */
export const openPlace = (dir: string, s3: S3Settings, tell?: (sentence: string) => void): Place =>
  isBucketAddress(dir) ? bucketPlace(bucketAt(dir, s3), { ...(tell && { tell }) }) : folderPlace(dir);
