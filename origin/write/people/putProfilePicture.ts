import { ApiError } from '../../contract/errors.ts';
import { portraitSide } from '../../contract/subjects/pictures.ts';
import { readPng, writePng } from '../../pictures/png.ts';
import { profileRecord } from '../../read/public/getProfile.ts';
import { putPortrait } from '../../store/people/portraits.ts';
import { viewOf } from '../../store/view.ts';
import { actOf, type Writer } from '../writing.ts';

/** What is stored is written here out of its pixels, so that nothing else of what was sent gets any further. */
export const putProfilePicture: Writer<'putProfilePicture'> = (writing, _, { bytes }) => {
  const { engine, caller } = writing;
  const image = readPng(bytes, portraitSide);
  if (typeof image === 'string')
    throw new ApiError('picture_invalid', `Send a PNG of ${portraitSide} × ${portraitSide} pixels: ${image}.`);
  const picture = writePng(image);
  return engine.write(async (db, profile) => {
    await putPortrait(db, profile.id, picture, actOf(writing));
    return { status: 200, record: await profileRecord(viewOf(engine, caller, db), profile) };
  });
};
