/** The guide “On call”, as the one reads it who was woken. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const text = readFileSync(join(import.meta.dirname, '../../origin/read/docs/guides/on-call.md'), 'utf8');

export interface Section {
  /** `part`, where it stands in the section; throws where it does not, so that nobody does what the guide does not say. */
  says(part: string): string;
}

/** What the guide says of one alert. */
export function sectionOf(alert: string): Section {
  const [, section] = new RegExp(`^### ${alert}\\n([\\s\\S]*?)(?=^##|(?![\\s\\S]))`, 'm').exec(text) ?? [];
  return {
    says: (part) => {
      if (!section?.includes(part)) throw new Error(`the guide does not say “${part}” of ${alert}`);
      return part;
    },
  };
}

interface Scrape {
  authorization: { credentials: string };
  static_configs: { targets: string[] }[];
}

/** The configuration that the guide has for Prometheus, with other addresses and another token. */
export function scrapesOfGuide(targets: string[], token: string): Scrape[] {
  const [, block = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
  const { scrape_configs: scrapes } = parse(block) as { scrape_configs: Scrape[] };
  return scrapes.map((one) => ({ ...one, authorization: { credentials: token }, static_configs: [{ targets }] }));
}
