/**
 * Letters that pass for Latin ones: Unicode TR 39, confusables.txt, those that its skeleton makes a single ASCII letter of
 * and NFKC doesn't. Capitals that it makes an l of are an I here.
 */

/** By the letter that they pass for. */
const lookalikes: Record<string, string> = {};

export const confusables: ReadonlyMap<string, string> = new Map(
  Object.entries(lookalikes).flatMap(([latin, letters]) =>
    [...letters].map((letter): [string, string] => [letter, latin]),
  ),
);
