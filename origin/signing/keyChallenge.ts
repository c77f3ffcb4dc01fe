/** What a key signs to show that one holds it: where and for whom, so that nobody else can pass it on as their own. */

/** @param random base64url */
export const challengeText = (handle: string, registry: string, random: string): string =>
  `${saying(handle, registry)}${random}`;

/** Whether a text asks for nothing but a key of this handle at this registry. */
export function isChallengeFor(text: string, handle: string, registry: string): boolean {
  const said = saying(handle, registry);
  return text.startsWith(said) && /^[\w-]{20,100}$/.test(text.slice(said.length));
}

const saying = (handle: string, registry: string): string => `Bind a key to ${handle} at ${registry}: `;
