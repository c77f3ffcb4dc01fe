/// <reference types="astro/client" />

declare namespace App {
  interface Locals {
    /** Where the page lives, root-relative. */
    path: string;
    data: import('../../origin/read/pages/page.ts').PageData;
    /** What the template threw, if it did. */
    failure?: unknown;
  }
}

/** The library ships types for its whole set of languages only. */
declare module 'highlight.js/lib/common' {
  export { default } from 'highlight.js';
}
