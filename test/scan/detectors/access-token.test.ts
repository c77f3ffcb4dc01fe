import { describe, expect, it } from 'vitest';
import { tokenClasses, tokenClassNames } from '../../../origin/contract/access.ts';
import { base62, checksumOf } from '../../../origin/contract/grammar/checksum.ts';
import { accessToken } from '../../../origin/scan/detectors/secrets/access-token.ts';
import { expectLinear } from '../../pace.ts';
import { inspect, linesFound } from './inspect.ts';

const hexDigits = '0123456789abcdef';
const lowerCase = 'abcdefghijklmnopqrstuvwxyz';
const letters = base62.slice(10);
const urlSafe = `${base62}-_`;

/** As random as a real one and the same in every run; nothing in this file looks like a token until it runs. */
function random(length: number, alphabet = base62, seed = 7): string {
  let state = seed * 7919 + length;
  const digits = Array.from({ length }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return alphabet[Math.floor((state / 2 ** 31) * alphabet.length)];
  });
  return digits.join('');
}
const digits = (length: number) => random(length, '0123456789');
const checked = (length: number) => random(length) + checksumOf(random(length));
const own = (prefix: string) => `${prefix}${random(32)}${checksumOf(prefix + random(32))}`;
const openAi = ['T3Blbk', 'FJ'].join('');

/** Each in two pieces, so that no scanner takes this table for a leak. */
const tokens: [string, string, string][] = [
  ['a token of this registry', 'svc_d', own('svc_d_').slice(5)],
  ['a GitHub token', 'gh', `p_${checked(30)}`],
  ['a GitHub token', 'gh', `r_${checked(70)}`],
  ['a GitHub token', 'github_', `pat_${random(22)}_${random(59)}`],
  ['a GitLab token', 'glp', `at-${random(20, urlSafe)}`],
  ['a GitLab token', 'glp', `at-${random(32)}.01.${random(9, lowerCase)}`],
  ['a GitLab token', 'glp', `tt-${random(40, hexDigits)}`],
  ['an npm token', 'np', `m_${checked(30)}`],
  ['a PyPI token', 'pypi', `-AgEIcHlwaS5vcmc${random(150, urlSafe)}`],
  ['a RubyGems key', 'rubygems', `_${random(48, hexDigits)}`],
  ['a Docker Hub token', 'dckr', `_pat_${random(27)}`],
  ['a secret access key of AWS', 'aws_secret_access_key = ', random(40, `${base62}/+`)],
  ['a Google API key', 'AI', `zaSy${random(33)}`],
  ['a key of an Azure storage account', 'Account', `Key=${random(86)}==`],
  ['a DigitalOcean token', 'dop', `_v1_${random(64, hexDigits)}`],
  ['a Databricks token', 'da', `pi${random(32, hexDigits, 11)}-2`],
  ['a Supabase token', 'sb', `p_${random(40, hexDigits)}`],
  ['an OpenAI key', 'sk', `-${random(20)}${openAi}${random(20, base62, 3)}`],
  ['an OpenAI key', 'sk', `-proj-${random(74)}${openAi}${random(74, base62, 3)}`],
  ['an Anthropic key', 'sk', `-ant-api03-${random(93, urlSafe)}AA`],
  ['an OpenRouter key', 'sk', `-or-v1-${random(64, hexDigits)}`],
  ['a Hugging Face token', 'h', `f_${random(34, letters)}`],
  ['a Groq key', 'gs', `k_${random(52)}`],
  ['an xAI key', 'xa', `i-${random(80)}`],
  ['a Perplexity key', 'pp', `lx-${random(48)}`],
  ['a Replicate token', 'r', `8_${random(37)}`],
  ['an ElevenLabs key', 's', `k_${random(48, hexDigits)}`],
  ['a LangSmith key', 'lsv2', `_pt_${random(32, hexDigits)}_${random(10, hexDigits)}`],
  ['a Slack token', 'xo', `xb-${digits(12)}-${digits(13)}-${random(24)}`],
  ['a Slack token', 'xo', `xp-${digits(11)}-${digits(12)}-${digits(13)}-${random(32, hexDigits)}`],
  ['a Slack token', 'xa', `pp-1-A0${random(9, base62.slice(0, 36))}-${digits(13)}-${random(64, hexDigits)}`],
  ['a Slack token', 'xo', `xe-1-${random(146)}`],
  [
    'a Slack webhook',
    'https://hooks.slack',
    `.com/services/T0${random(8, base62.slice(0, 36))}/B0${random(9, base62.slice(0, 36))}/${random(24)}`,
  ],
  ['a Discord webhook', 'https://discord', `.com/api/webhooks/${digits(19)}/${random(68, urlSafe)}`],
  ['a token of a Telegram bot', `${digits(10)}:`, `AA${random(33, urlSafe)}`],
  ['a token of a Telegram bot', 'https://api.telegram.org/bot', `${digits(10)}:AA${random(33)}/getMe`],
  ['a live Stripe key', 'sk', `_live_${random(24)}`],
  ['a live Stripe key', 'rk', `_live_51${random(97)}`],
  ['a SendGrid key', 'S', `G.${random(22)}.${random(43)}`],
  ['a Shopify token', 'shp', `at_${random(32, hexDigits)}`],
  ['a Notion token', 'nt', `n_${digits(11)}${random(35)}`],
  ['a Linear key', 'lin', `_api_${random(40)}`],
  ['an Airtable token', 'pa', `t${random(14)}.${random(64, hexDigits)}`],
  ['a Figma token', 'fi', `gd_${random(40)}`],
  ['a Postman key', 'PM', `AK-${random(24, hexDigits)}-${random(34, hexDigits)}`],
  ['a Brevo key', 'xkeys', `ib-${random(64, hexDigits)}-${random(16)}`],
  ['an Apify token', 'api', `fy_api_${random(36)}`],
];
const joined = tokens.map(([name, head, tail]) => [name, head + tail] as const);
const github = `ghp${'_'}${checked(30)}`;
const npm = `npm${'_'}${checked(30)}`;

describe('access-token', () => {
  it.each(joined)('finds %s, and says no more of it', (name, token) => {
    const found = inspect(accessToken, `# Setup\n\nexport KEY="${token}"\n`);
    expect(found).toEqual([{ line: 3, message: `The line contains ${name}.` }]);
  });

  it.each(tokenClassNames)('finds this registry’s token of the class %s', (name) => {
    expect(linesFound(accessToken, own(tokenClasses[name].prefix))).toEqual([1]);
  });

  it.each([
    ['alone in the file', github],
    ['in an address', `git clone https://me:${github}@github.com/me/x.git`],
    ['in JSON', JSON.stringify({ env: { TOKEN: github } })],
    ['behind an escaped line break', JSON.stringify({ script: `set -e\n${github}\necho` })],
    ['in a header', `curl -H 'Authorization: Bearer ${github}' https://api.github.com/user`],
    ['behind an underscore', `TOKEN_${github}`],
    ['in a very long line', `${'{"a":1},'.repeat(1000)}"${github}"`],
  ])('finds a token %s', (_, text) => {
    expect(linesFound(accessToken, text)).toEqual([1]);
  });

  it.each([
    ['as a variable', 'AWS_SECRET_ACCESS_KEY='],
    ['in JSON', '"SecretAccessKey": "'],
    ['in a program', "secretAccessKey: '"],
    ['as an argument', 'aws configure set aws_secret_access_key '],
    ['in XML', '<SecretAccessKey>'],
    ['in properties', 'aws.secretkey='],
  ])('finds a secret of AWS by its name %s', (_, name) => {
    expect(linesFound(accessToken, `${name}${random(40, `${base62}/+`)}`)).toEqual([1]);
  });

  it.each([
    ['one character over and over', 'x'.repeat(36)],
    ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
    ['digits in their order', `${'1234567890'.repeat(3)}123456`],
    ['letters and digits in turn', 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8'],
    ['words', 'YourPersonalAccessToken0GoesRight1Here'.slice(0, 36)],
    ['a piece that comes again', `${random(12)}${random(12)}${random(12)}`],
    ['a wrong checksum', `${random(30)}zzzzzz`],
  ])('takes %s for no token', (_, body) => {
    const heads = ['ghp_', 'npm_', 'apify_api_'].slice(0, body.endsWith('zzzzzz') ? 2 : 3);
    for (const head of heads) expect(linesFound(accessToken, `TOKEN=${head}${body}`)).toEqual([]);
  });

  it.each([
    ['a variable', 'export OPENAI_API_KEY="$(op read op://vault/openai/key)"\ncurl -H "Bearer $GITHUB_TOKEN"'],
    [
      'an ellipsis',
      `OPENAI_API_KEY=sk-proj-...\nGITHUB_TOKEN=${github.slice(0, 12)}…\nANTHROPIC_API_KEY=sk-ant-api03-...`,
    ],
    ['a placeholder', 'SLACK_BOT_TOKEN=xoxb-your-token\nTELEGRAM=<123456:ABC-DEF>\nglpat-xxxxxxxxxxxxxxxxxxxx'],
    ['AWS’s own example', `aws_secret_access_key = ${['wJalrXUtnFEMI', 'K7MDENG', 'bPxRfiCYEXAMPLEKEY'].join('/')}`],
    ['an access key id alone', `aws_access_key_id = AK${'IA'}${random(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`],
    ['the example webhook', `https://hooks.slack.com/services/T00000000/B00000000/${'X'.repeat(24)}`],
    ['the example bot', `11020${'1543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'}`],
    ['Azure’s emulator', `AccountKey=Eby8vdM02xNO${random(74)}==`],
    ['a test key of Stripe', `sk_test_${random(24)}`],
    ['a name in camel case', 'from hf_loadTheModelAndRunItOnEveryImage import x'],
    ['a commit', `aws_secret_access_key: ${random(40, hexDigits)}`],
    ['a piece of base64', `${random(50)}${github}${random(50)}`],
    ['a longer word', `task_${random(48, hexDigits)}`],
    ['a JSON web token', `eyJhbGciOiJIUzI1NiJ9.${random(60)}.${random(43)}`],
    ['a pattern that finds tokens', 'ghp_[A-Za-z0-9]{36}|AIza[0-9A-Za-z_-]{35}|sk-ant-api03-[\\w-]{93}AA'],
    ['a key that every browser is sent', `firebaseConfig = { apiKey: 'AI${'za'}Sy${random(33)}' }`],
  ])('lets %s be', (_, text) => {
    expect(inspect(accessToken, text)).toEqual([]);
  });

  it('reports each token, in the order of the file', () => {
    const found = inspect(accessToken, `${npm}\nnothing\n${github} ${npm}\n`);
    expect(found.map(({ line }) => line)).toEqual([1, 3, 3]);
    expect(found[1]?.message).toBe('The line contains a GitHub token.');
  });

  it('looks into files that are not UTF-8', () => {
    expect(linesFound(accessToken, `\xff\0\n\0${github}\0`, { isText: false })).toEqual([2]);
  });

  it('never says what the token is', () => {
    for (const [, token] of joined) {
      expect(JSON.stringify(inspect(accessToken, token))).not.toContain(token.slice(-12, -6));
    }
  });

  it.each(['ghp_', 'sk-', 'glpat-', 'xoxb-1-', '1234567890:', 'AWS_SECRET_ACCESS_KEY=', `sk-${openAi}`])(
    'reads 5 MB of %j in linear time',
    (text) => expectLinear((length) => linesFound(accessToken, text.repeat(length / text.length)), 5_000_000, 3000),
  );
});
