/** Segments of paths, and those that no bundle has (CONTRACT.md, Bundle paths). Also for the browser: imports nothing. */

/** The name of a file, or of a program that is called by its path. */
export const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * What version control and package managers take for their own and act on, no matter who put it there: git runs commands that
 * `.git/config` names, and so does each of the others with a file of its own.
 */
const claimed = '.git GIT~1 .hg .svn .bzr CVS .jj .sl .pijul _darcs node_modules'.split(' ');
const claimedFolded: ReadonlySet<string> = new Set(claimed.map((name) => name.toLowerCase()));

/** Whether a bundle with such a segment is refused: as file systems compare that fold case and drop dots and spaces. */
export const isClaimed = (segment: string): boolean => claimedFolded.has(segment.toLowerCase().replace(/[. ]+$/, ''));

const leftOut: ReadonlySet<string> = new Set([...claimed, '.DS_Store', 'Thumbs.db', '.skillignore']);

/**
 * Whether nobody means to publish what has this name, so that it is left out of a folder that is read as a skill. Names
 * as their programs write them: in another case it may be somebody's own, such as `cvs`, and is refused where all see it.
 */
export const isLeftOut = (segment: string): boolean => leftOut.has(segment);

/** Whether Windows takes the name for a device, also with an ending: no file and no folder is called so there. */
export const isDeviceName = (segment: string): boolean => /^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i.test(segment);
