/** Packages that documentation has people run by npx or uvx, apart from those that lookalike-package knows. */
export const tools: ReadonlySet<string> = new Set(
  (
    'playwright tsx tsc prisma shadcn shadcn-ui nx webpack-bundle-analyzer expo expo-cli eas-cli turbo svgo snyk skills sequelize-cli ' +
    'semantic-release standard-version pa11y vitest prettier nuxi lighthouse husky cypress commitlint codemod wrangler vercel ' +
    'netlify-cli supabase firebase-tools clawhub clawdhub mcporter openclaw http-server serve drizzle-kit tailwindcss jest astro ' +
    'vite next react-native storybook sb degit tiged license-checker npm-check-updates depcheck knip madge size-limit wait-on ' +
    'json-server ngrok localtunnel degit plop hygen typedoc redoc-cli openapi-generator-cli openapi-typescript ts-migrate typesync ' +
    'react-codemod electron-builder hardhat truffle foundry anchor remotion slidev marp mermaid-cli ccusage repomix mcp-remote ' +
    'ruff black isort mypy pytest pyright cookiecutter poetry pre-commit httpie yt-dlp jupyter marimo aider-chat semgrep bandit'
  ).split(' '),
);

/** Scopes of npm that a known maker owns. */
export const makers: ReadonlySet<string> = new Set(
  (
    '@modelcontextprotocol @angular @vue @babel @typescript-eslint @typescript @playwright @anthropic-ai @anthropic @openai @google ' +
    '@google-cloud @microsoft @azure @aws-sdk @aws-amplify @cloudflare @vercel @expo @prisma @nestjs @storybook @sentry ' +
    '@tailwindcss @biomejs @changesets @redocly @stoplight @openapitools @axe-core @lhci @vitejs @react-native-community @shopify ' +
    '@supabase @stripe @notionhq @nx @nrwl @svgr @graphql-codegen @commitlint @mermaid-js @marp-team @sanity @salesforce @tauri-apps'
  ).split(' '),
);
