/** Paths as libraries of languages take them apart. */

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.';

export const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
