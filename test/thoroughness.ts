/** How often properties are tried: `npm run properties` tries them more often than `npm test` has time for. */
const thoroughness = Number(process.env['THOROUGH'] ?? 1);

export const times = (runs: number): number => runs * thoroughness;
export const isThorough = thoroughness > 1;
