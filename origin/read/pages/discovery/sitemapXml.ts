/** Documents of the sitemap protocol (sitemaps.org, version 0.9). */
import { xmlText } from './xml.ts';

/** The part of the sitemap that is always there. */
export const firstShard = '00';

interface Place {
  url: string;
  /** Unix seconds; null where nobody keeps count. */
  updatedAt: number | null;
}

export function sitemapXml(list: 'sitemapindex' | 'urlset', item: 'sitemap' | 'url', places: readonly Place[]): string {
  const items = places.map(({ url, updatedAt }) => {
    const lastmod = updatedAt === null ? '' : `<lastmod>${dateTime(updatedAt)}</lastmod>`;
    return `<${item}><loc>${xmlText(url)}</loc>${lastmod}</${item}>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${items.join('')}</${list}>
`;
}

const dateTime = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
