/** ClawHub's surface asked as its program asks, request by request. */
import { createHash } from 'node:crypto';
import type { TestRegistry } from '../registry.ts';

const root = '/api/clawhub/api/v1';

/** Under somebody's token, or as anybody. A body of text is sent as bytes of a file. */
export async function ask(
  { app, as }: Pick<TestRegistry, 'app' | 'as'>,
  who: string | undefined,
  method: string,
  path: string,
  body?: object | string,
): Promise<Response> {
  const type = typeof body === 'string' ? 'text/markdown' : 'application/json';
  return app.request(root + path, {
    method,
    headers: { ...(who && (await as(who))), ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

export interface SentFile {
  path: string;
  size: number;
  sha256: string;
  uploadTicket: string;
  storageId: string;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What is announced of a file. */
export const announced = (path: string, text: string) => ({
  path,
  size: Buffer.byteLength(text),
  sha256: sha256(text),
});

/** The ticket of a file. */
export async function ticketFor(registry: TestRegistry, who: string, path: string, text: string): Promise<string> {
  const answer = await ask(registry, who, 'POST', '/skills/-/upload-url', announced(path, text));
  return ((await answer.json()) as { uploadTicket: string }).uploadTicket;
}

/** Announces and sends files, and returns what a publish says of them. */
export async function sendFiles(
  registry: TestRegistry,
  who: string,
  files: Record<string, string>,
): Promise<SentFile[]> {
  const sent: SentFile[] = [];
  for (const [path, text] of Object.entries(files)) {
    const uploadTicket = await ticketFor(registry, who, path, text);
    const stored = await ask(registry, who, 'POST', `/uploads/${uploadTicket}`, text);
    const { storageId } = (await stored.json()) as { storageId: string };
    sent.push({ ...announced(path, text), uploadTicket, storageId });
  }
  return sent;
}

/** Publishes files that were sent. */
export const publishSent = (
  registry: TestRegistry,
  who: string,
  slug: string,
  files: readonly SentFile[],
  more: object = {},
): Promise<Response> =>
  ask(registry, who, 'POST', '/skills', {
    ...{ slug, displayName: slug, ownerHandle: who, version: '1.0.0', changelog: '', acceptLicenseTerms: true },
    ...{ tags: ['latest'], files, ...more },
  });
