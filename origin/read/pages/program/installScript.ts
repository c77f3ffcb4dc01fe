/** What installs the CLI where there is no package manager: short enough to read before it runs. */
import type { PageReading } from '../page.ts';
import { packed } from './packed.ts';

/** A script with what this registry serves; `quoted`: a text as a literal of its language, whatever is in it. */
export async function installScript(
  reading: PageReading,
  script: string,
  quoted: (text: string) => string,
): Promise<string> {
  const { checksum } = await packed(reading);
  return script
    .replaceAll('{{site}}', () => quoted(reading.site.mirrorUrl))
    .replaceAll('{{checksum}}', () => quoted(checksum));
}
