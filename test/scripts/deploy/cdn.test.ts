import { describe, expect, it } from 'vitest';
import { createPurges, listPurges } from '../../../mirror/snapshot/catalog/purges.ts';
import { snapshotPaths } from '../../../mirror/snapshot/paths.ts';
import { openSqlite } from '../../../origin/store/engine/sqlite.ts';
import { newWorkplace, operator } from '../process.ts';

const secret = 'a-secret-of-the-tests';

describe('an operator with a CDN', () => {
  it('is given a configuration of varnish, without its token, and told what is wrong with an address', async () => {
    await using place = await newWorkplace();
    Object.assign(place.environment, { CDN: 'varnish', CDN_TARGET: 'http://127.0.0.1:1', CDN_TOKEN: secret });
    const given = [
      '--mirrors',
      '10.0.0.5:8788,[fd00::1]:8788',
      '--purgers',
      '10.0.0.0/8',
      '--token-file',
      '/run/token',
    ];
    const { code, stdout } = await operator(place, 'config', 'varnish', ...given);
    expect(code).toBe(0);
    for (const line of ['.host = "10.0.0.5";', '.host = "fd00::1";', '"10.0.0.0"/8;', 'std.fileread("/run/token")'])
      expect(stdout).toContain(line);
    expect(stdout).not.toContain(secret);
    for (const [option, value] of [
      ['--mirrors', '10.0.0.5'],
      ['--purgers', '"; }'],
    ] as const) {
      const refused = await operator(place, 'config', 'varnish', option, value);
      expect([refused.code, refused.output]).toEqual([1, expect.stringContaining(option)]);
    }
  });

  it('is told by doctor which cache waits for what, and since when', async () => {
    await using place = await newWorkplace();
    Object.assign(place.environment, { CDN: 'varnish', CDN_TARGET: 'http://127.0.0.1:1', CDN_TOKEN: secret });
    expect((await operator(place, 'snapshot')).code).toBe(0);
    const { catalogFile } = snapshotPaths(place.environment['DATA_DIR'] ?? '');
    const catalog = await openSqlite(catalogFile, { partial: true });
    // Three of the log, which began, what is made on demand, and all, as after any build.
    const caches = [{ name: 'varnish http://127.0.0.1:1', takedownsOnly: false }];
    await catalog.write(async (db) => {
      await createPurges(db, caches);
      await listPurges(db, caches, ['s/ada/hello'], { isTakedown: true });
      await db
        .updateTable('snapshot_purges' as never)
        .set({ listed: Date.now() - 90_000 } as never)
        .execute();
    });
    await catalog.close();
    const { code, stdout } = await operator(place, 'doctor', '--stopped');
    expect(code).toBe(1);
    expect(stdout).toMatch(/varnish http:\/\/127\.0\.0\.1:1 is not purged: 6 tags for \d+ s\. No builder sends them\./);
    expect(stdout).not.toContain(secret);
  });
});
