/** Which version of the program this is, and how it says so to a registry (CONTRACT.md, Client too old). */
import project from '../../package.json' with { type: 'json' };

export const { version } = project;
export const clientName = `skill-registry/${version}`;
