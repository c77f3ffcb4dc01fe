import { describe, expect, it } from 'vitest';
import { readSteps, stepOf } from '../../../origin/store/schema/steps.ts';
import { engineNames, newPlace } from '../../engines.ts';
import { addProfile, containing, withTokens } from '../profiles.ts';

describe.each(engineNames)('a database of the %s engine', (name) => {
  it('keeps everything while nobody has it open', async () => {
    const place = await newPlace(name);
    const first = await place.open();
    const id = await first.write((db) => addProfile(db, 'still here', 'with words'));
    await first.close();

    const second = await place.open();
    expect(await withTokens(second, second.db, 'words')).toEqual(['still here']);
    expect(await containing(second, second.db, 'ill here')).toEqual(['still here']);
    expect(await second.write((db) => addProfile(db, 'next'))).toBe(id + 1);
    await second.close();
    await place.remove();
  });

  it('is as it was where a step fails, and the program before goes on with it', async () => {
    const place = await newPlace(name);
    const before = await place.open();
    const steps = await readSteps(name);
    const failing = stepOf(
      steps.length + 1,
      'create table shelf (skill_id bigint);\n\ninsert into nowhere values (1);',
    );
    await expect(place.open(Promise.resolve([...steps, failing]))).rejects.toThrow(/nowhere/);
    expect(await before.write((db) => addProfile(db, 'afterwards'))).toBe(1);
    expect((await before.db.introspection.getTables()).map((table) => table.name)).not.toContain('shelf');
    await before.close();
    await place.remove();
  });
});
