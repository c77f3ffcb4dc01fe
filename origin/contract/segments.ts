/** Names of files and folders that no bundle has (CONTRACT.md, Bundle paths). Also for the browser: imports nothing. */

/**
 * What version control and package managers take for their own and act on, whoever put it there: git runs commands that
 * `.git/config` names, and so does each of the others with a file of its own.
 */
const claimed: ReadonlySet<string> = new Set(
  '.git git~1 .hg .svn .bzr cvs .jj .sl .pijul _darcs node_modules'.split(' '),
);

/** What file managers leave in folders. */
const litter: ReadonlySet<string> = new Set(['.ds_store', 'thumbs.db']);

/** As file systems compare names that fold case and drop what a name ends in. */
const folded = (segment: string): string => segment.toLowerCase().replace(/[. ]+$/, '');

/** Whether a bundle with such a segment in a path is refused, be it a folder or a file. */
export const isClaimed = (segment: string): boolean => claimed.has(folded(segment));

/** Whether nobody means to publish what has this name, so that it is left out of a folder that is read as a skill. */
export const isLeftOut = (segment: string): boolean => isClaimed(segment) || litter.has(folded(segment));
