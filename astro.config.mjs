// The site as a pure renderer: the build yields server/render.mjs (records in, HTML out) and the styles in
// client/_astro. Nothing here serves; the origin and the snapshot call `render`.
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import { defineConfig, passthroughImageService } from 'astro/config';
import { pageFingerprints } from './mirror/site/fingerprints.ts';

// A build tells nobody that it runs.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

// Astro puts a fresh key for server islands into every build. We have none, and the same sources should build the same.
process.env.ASTRO_KEY ??= `${'A'.repeat(43)}=`;

/**
 * Adds the renderer to what the build emits. It has to be done from this hook: Astro drops an input that its own
 * config names.
 */
const rendererEntry = () => ({
  name: 'renderer-entry',
  config: () => ({
    environments: {
      ssr: {
        build: {
          rolldownOptions: {
            input: { render: fileURLToPath(new URL('./mirror/site/render.ts', import.meta.url)) },
            output: { entryFileNames: '[name].mjs' },
          },
        },
      },
    },
  }),
});

export default defineConfig({
  srcDir: './mirror/site',
  outDir: './dist/draft',
  cacheDir: './node_modules/.astro',
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  integrations: [pageFingerprints(fileURLToPath(new URL('.', import.meta.url)))],
  session: false,
  image: { service: passthroughImageService() },
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  build: { format: 'file', inlineStylesheets: 'never' },
  vite: {
    // The content policy refuses anything inline, so no asset may become a data: URL.
    build: { assetsInlineLimit: 0, cssCodeSplit: false },
    plugins: [rendererEntry()],
  },
});
