import { describe, expect, it } from 'vitest';
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
});
