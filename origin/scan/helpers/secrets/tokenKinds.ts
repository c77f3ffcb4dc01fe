/** Tokens by their shapes, as their makers document them. */
import { endsInChecksum } from '../../../contract/grammar/checksum.ts';

export interface TokenKind {
  /** In words that follow “contains”. */
  name: string;
  /** Starts with what only this kind starts with, which keeps the search fast; captures the random part. */
  pattern: RegExp;
  /** What else is so of a real one, such as a checksum, which chance and examples don't have. */
  holds?(random: string, token: string): boolean;
  /** What a file says where such a key is public by design. */
  publicBeside?: RegExp;
  /** `hex` has no capitals, or none that one can count on, and `letters` no digits; any other has all three. */
  alphabet?: 'hex' | 'letters';
}

/** Keys that a browser sends to Firebase, Maps and YouTube's player are in every visitor's hands. */
const publicGoogleKeys = /youtubei|innertube|firebaseapp\.com|firebaseConfig|authDomain|maps\/api\/js|maps\/embed/i;

/** Between two random halves, of twenty characters at least, stands the word “OpenAI” in base64. */
function hasMarkInside(random: string): boolean {
  const mark = random.indexOf('T3BlbkFJ');
  return mark >= 20 && mark + 28 <= random.length;
}

export const tokenKinds: readonly TokenKind[] = [
  // This registry's own.
  {
    name: 'a token of this registry',
    pattern: /svc_[sdkm]_([A-Za-z0-9]{38})/g,
    holds: (_, token) => endsInChecksum(token),
  },

  // Where code lives.
  { name: 'a GitHub token', pattern: /gh[pousr]_([A-Za-z0-9]{76}|[A-Za-z0-9]{36})/g, holds: endsInChecksum },
  { name: 'a GitHub token', pattern: /github_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{59})/g },
  { name: 'a GitLab token', pattern: /gl(?:pat|dt|rt|ft|soat)-([\w-]{20})/g },
  {
    name: 'a GitLab token',
    pattern: /gl(?:pat-|rt-t\d_)([\w.-]{40,80})/g,
    holds: (random) => /\.01\.[a-z0-9]{9}$/.test(random),
  },
  { name: 'a GitLab token', pattern: /glptt-([0-9a-f]{40})/g, alphabet: 'hex' },
  { name: 'an npm token', pattern: /npm_([A-Za-z0-9]{36})/g, holds: endsInChecksum },
  { name: 'a PyPI token', pattern: /pypi-AgE(?:IcHlwaS5vcmc|NdGVzdC5weXBpLm9yZw)([\w-]{50,200})/g },
  { name: 'a RubyGems key', pattern: /rubygems_([0-9a-f]{48})/g, alphabet: 'hex' },
  { name: 'a Docker Hub token', pattern: /dckr_[op]at_([\w-]{27,32})/g },

  // Clouds.
  {
    name: 'a secret access key of AWS',
    pattern:
      /(?:(?:aws[._-]?)?secret[._-]?access[._-]?key|aws[._-]?secret[._-]?key)["'\\\]:= \t>]{1,12}([A-Za-z0-9/+=]{40,41})/gi,
    holds: (random) => /^[^=]{40}$/.test(random),
  },
  { name: 'a Google API key', pattern: /AIza([\w-]{35})/g, publicBeside: publicGoogleKeys },
  { name: 'a key of an Azure storage account', pattern: /AccountKey=([A-Za-z0-9+/]{86}==)/g },
  { name: 'a DigitalOcean token', pattern: /do[opr]_v1_([0-9a-f]{64})/g, alphabet: 'hex' },
  { name: 'a Databricks token', pattern: /dapi([0-9a-f]{32})(?:-\d)?/g, alphabet: 'hex' },
  { name: 'a Supabase token', pattern: /sbp_([0-9a-f]{40})/g, alphabet: 'hex' },

  // Models.
  { name: 'an OpenAI key', pattern: /sk-([\w-]{48,170})/g, holds: hasMarkInside },
  { name: 'an Anthropic key', pattern: /sk-ant-[a-z]{3,5}\d{2,4}-([\w-]{93}AA)/g },
  { name: 'an OpenRouter key', pattern: /sk-or-v1-([0-9a-f]{64})/g, alphabet: 'hex' },
  { name: 'a Hugging Face token', pattern: /hf_([A-Za-z]{34})/g, alphabet: 'letters' },
  { name: 'a Groq key', pattern: /gsk_([A-Za-z0-9]{52})/g },
  { name: 'an xAI key', pattern: /xai-([A-Za-z0-9]{80})/g },
  { name: 'a Perplexity key', pattern: /pplx-([A-Za-z0-9]{48})/g },
  { name: 'a Replicate token', pattern: /r8_([A-Za-z0-9]{37})/g },
  { name: 'an ElevenLabs key', pattern: /sk_([0-9a-f]{48})/g, alphabet: 'hex' },
  { name: 'a LangSmith key', pattern: /lsv2_(?:pt|sk)_([0-9a-f]{32}_[0-9a-f]{10})/g, alphabet: 'hex' },

  // Services.
  {
    name: 'a Slack token',
    pattern: /xox[abprs]-(\d{9,14}-\d{9,14}-(?:\d{9,14}-)?[A-Za-z0-9]{24,64})/g,
    alphabet: 'hex',
  },
  { name: 'a Slack token', pattern: /xapp-\d-([A-Z0-9]{9,13}-\d{9,14}-[0-9a-f]{64})/g },
  { name: 'a Slack token', pattern: /xoxe(?:\.xox[bp])?-\d-([A-Za-z0-9]{140,170})/g },
  {
    name: 'a Slack webhook',
    pattern: /hooks\.slack\.com\/services\/(T[A-Z0-9]{8,11}\/B[A-Z0-9]{8,11}\/[A-Za-z0-9]{24})/g,
  },
  { name: 'a Discord webhook', pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/([\w-]{60,72})/g },
  { name: 'a token of a Telegram bot', pattern: /(?:\/bot|(?<!\d))\d{8,10}:(AA[\w-]{33})/g },
  { name: 'a live Stripe key', pattern: /[rs]k_live_([A-Za-z0-9]{24,110})/g },
  { name: 'a SendGrid key', pattern: /SG\.([\w-]{22}\.[\w-]{43})/g },
  { name: 'a Shopify token', pattern: /shp(?:at|ca|pa|ss)_([0-9a-fA-F]{32})/g, alphabet: 'hex' },
  { name: 'a Notion token', pattern: /ntn_(\d{11}[A-Za-z0-9]{35})/g },
  { name: 'a Linear key', pattern: /lin_api_([A-Za-z0-9]{40})/g },
  { name: 'an Airtable token', pattern: /pat([A-Za-z0-9]{14}\.[0-9a-f]{64})/g },
  { name: 'a Figma token', pattern: /figd_([\w-]{40})/g },
  { name: 'a Postman key', pattern: /PMAK-([0-9a-f]{24}-[0-9a-f]{34})/g, alphabet: 'hex' },
  { name: 'a Brevo key', pattern: /xkeysib-([0-9a-f]{64}-[A-Za-z0-9]{16})/g, alphabet: 'hex' },
  { name: 'an Apify token', pattern: /apify_api_([A-Za-z0-9]{36})/g },
];
