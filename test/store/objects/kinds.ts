/** Each kind of objects, empty, for the tests of all of them. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderObjects } from '../../../origin/store/objects/folder.ts';
import type { Objects } from '../../../origin/store/objects/objects.ts';
import { bucketAt } from '../../../origin/store/objects/s3/bucket.ts';
import { bucketObjects } from '../../../origin/store/objects/s3/objects.ts';
import { openS3, type S3Server } from '../../servers/s3/server.ts';

const paces = { connect: 1000, answer: 1000, again: 1 };

/** `more`: as the server has it. */
export const objectsOf = (server: S3Server, address = 's3://copies/registry', more: Record<string, string> = {}) =>
  bucketObjects(bucketOf(server, address, more), paces);

export const bucketOf = (server: S3Server, address: string, more: Record<string, string> = {}) => {
  const { accessKeyId, secret, token, region } = server.state;
  return bucketAt(address, {
    ...{ endpoint: server.endpoint, region, accessKeyId, secretAccessKey: secret, sessionToken: token || undefined },
    ...more,
  });
};

interface Kind {
  name: string;
  open(): Promise<{ objects: Objects } & AsyncDisposable>;
}

const bucket = (options: Parameters<typeof openS3>[0], address: string) => async () => {
  const server = await openS3(options);
  return { objects: objectsOf(server, address), [Symbol.asyncDispose]: server.away };
};

export const kinds: Kind[] = [
  {
    name: 'a folder',
    open: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'objects-'));
      const remove = () => rm(folder, { recursive: true, force: true });
      return { objects: folderObjects(join(folder, 'made')), [Symbol.asyncDispose]: remove };
    },
  },
  { name: 'a bucket named in the path', open: bucket({ pageSize: 3 }, 's3://copies/deep/registry') },
  // The first part of the address that every machine has, which needs no name server.
  {
    name: 'a bucket named by the host, with a token',
    open: bucket({ pageSize: 2, bucket: '127', isVirtual: true, token: 'IQoJb3/+=' }, 's3://127'),
  },
  {
    name: 'a bucket that tells no sums',
    open: bucket({ tellsSums: false, tagsAreSums: false }, 's3://copies'),
  },
];
