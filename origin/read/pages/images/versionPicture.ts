import { ApiError } from '../../../contract/errors.ts';
import { foundContent, foundFiles } from '../../found.ts';
import { pictureIn } from '../../pictures.ts';
import type { PageLoader } from '../page.ts';

/** A picture of a version's files, with the type that its bytes have. Errors: those of `foundContent`, `file_not_found`. */
export const versionPicture: PageLoader<'versionPicture'> = async (reading, { path, ...at }) => {
  const files = await foundFiles(reading.view, await foundContent(reading.view, at));
  const file = files.find((candidate) => candidate.path === path);
  const picture = file && (await pictureIn(reading, file));
  if (!picture) throw new ApiError('file_not_found', `${at.author}/${at.slug} shows no image "${path}".`, { path });
  return { type: picture.type, body: await reading.blob(file.hash) };
};
