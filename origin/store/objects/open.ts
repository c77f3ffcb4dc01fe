/** The objects that a person named: of a bucket, or else of a folder. */
import { folderObjects } from './folder.ts';
import type { Objects } from './objects.ts';
import { bucketAt, isBucketAddress, type S3Settings } from './s3/bucket.ts';
import { bucketObjects } from './s3/objects.ts';

const unset = { endpoint: undefined, region: undefined, accessKeyId: undefined, secretAccessKey: undefined };

/** Throws what is missing to reach them. */
export const openObjects = (address: string, s3: S3Settings = { ...unset, sessionToken: undefined }): Objects =>
  isBucketAddress(address) ? bucketObjects(bucketAt(address, s3)) : folderObjects(address);
