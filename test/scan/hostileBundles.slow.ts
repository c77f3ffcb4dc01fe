import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packArchive } from '../../origin/bundle/archive/archive.ts';
import { computedBy } from '../../origin/scan/reader/computed.ts';
import { openReader } from '../../origin/scan/reader/reader.ts';
import { file } from '../bundle/samples.ts';
import { hostileBundles } from './hostileBundles.ts';

/** Seconds of computing. */
const most = 10;
/** MB; a process of its own has nearly half of it before it reads anything. */
const mostMemory = 256;

/** The most computing and memory that any child of this process ever took, each for itself. */
function watch() {
  const peak = { seconds: 0, memory: 0 };
  const look = () => {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    for (const pid of children.split(' ').filter(Boolean)) {
      try {
        const memory = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0;
        peak.memory = Math.max(peak.memory, Number(memory) / 1024);
        peak.seconds = Math.max(peak.seconds, (computedBy(Number(pid)) ?? 0) / 1000);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const timer = setInterval(look, 20);
  return {
    end: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

describe('a bundle of the largest size', () => {
  it.each(Object.entries(hostileBundles))(
    `of %s is held within ${most} seconds of computing`,
    async (name, make) => {
      const reader = openReader();
      // Nothing but noise compresses as badly as an archive must.
      const files = [...make(), file('z.bin', randomBytes(300_000))];
      const watching = watch();
      const { scan } = await reader.read({
        slug: 'sample',
        bundle: { bytes: packArchive(files), archive: 'tar.gz' },
      });
      const { seconds, memory } = watching.end();
      await reader.close();
      process.stdout.write(`${name}: ${seconds.toFixed(1)} s, ${Math.round(memory)} MB, ${scan.status}\n`);
      expect(['incomplete', 'quarantined']).toContain(scan.status);
      expect(scan.unread.length).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(most);
      expect(memory).toBeLessThan(mostMemory);
    },
    600_000,
  );
});
