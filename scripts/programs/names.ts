/** What a program's bundle is called: `origin/main.ts` is `origin-main.mjs`. All lie in one folder. */
export const bundleName = (file: string): string => file.replaceAll(/[/\\]/g, '-').replace(/\.ts$/, '.mjs');
