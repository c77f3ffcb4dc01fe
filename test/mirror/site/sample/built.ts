/** The built renderer, and what every sample is of. */
import { pathToFileURL } from 'node:url';
import { siteBuild } from '../../../../mirror/site/built.ts';
import type { PageData } from '../../../../origin/read/pages/page.ts';
import type { Site } from '../../../../origin/read/reading.ts';

const built = pathToFileURL(`${siteBuild}/`);

export const { render, accountPolicy, contentPolicy } = (await import(
  new URL('server/render.mjs', built).href
)) as typeof import('../../../../mirror/site/render.ts');

/** Where the styles and icon are, as the server of `/` sees them. */
export const clientFolder = new URL('client/', built);

export type DataOf<P extends PageData['page']> = Extract<PageData, { page: P }>;

export const site: Site = { mirrorUrl: 'https://mirror.example', originUrl: 'https://origin.example' };

export const hashOf = (digit: string): string => `sha256:${digit.repeat(64)}`;
