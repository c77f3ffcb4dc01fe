/** What of one record or listing is not as in another, in sentences. */
export function differing(
  place: string,
  found: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(found), ...Object.keys(wanted)])];
  return names
    .filter((name) => found[name] !== wanted[name])
    .map((name) => `${place}: ${name} is ${found[name] ?? 'not there'}, not ${wanted[name] ?? 'away'}`);
}
