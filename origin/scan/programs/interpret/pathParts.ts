/** The folder of a path, as libraries of languages give it. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';
