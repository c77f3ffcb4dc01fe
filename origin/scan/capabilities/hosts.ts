/** Hosts that are named by addresses, or that a program talks to. */
import { chosenAtRunTime } from '../../contract/subjects/scanned.ts';
import { type Data, type Effect, hole } from '../programs/effect.ts';
import type { ProgramFile } from '../programs/source.ts';
import type { Capability } from './capabilities.ts';

const address =
  /\b(?:https?|wss?|ftps?|ssh|git|s3|redis|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|amqp|mqtts?):\/\/(?:[^\s/@"'`<>]{1,200}@)?(\[[0-9a-f:.]{2,45}\]|[a-z0-9_.-]{1,253})/gi;

/** `host: "a.b"`: settings name hosts without a scheme. */
const setting = /(?:host|hostname|server)["']? ?[:=] ?["']?([a-z0-9][\w.-]*)/gi;

/** Names of formats and terms of licences: they look like addresses, and nobody opens them. */
const noAddress =
  /^https?:\/\/(?:www\.w3\.org\/(?:\d{4}|TR\/|ns\/|XML)|schemas\.(?:openxmlformats\.org|microsoft\.com|xmlsoap\.org|android\.com)\/|(?:www\.)?(?:apache|opensource|creativecommons|gnu)\.org\/licenses|spdx\.org\/|purl\.org\/|xmlns\.com\/|ns\.adobe\.com\/|json-schema\.org\/|img\.shields\.io\/|www\.sitemaps\.org\/schemas)/i;

/** Notes of a registry, and licences. */
const noWords = /(?:^|\/)(?:_meta\.json|LICEN[CS]E[\w.-]*|COPYING[\w.-]*|NOTICE[\w.-]*|OFL\.txt)$/i;
/** Lists that tools write: of these only what is fetched. */
const lockFile = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|uv\.lock|poetry\.lock|Cargo\.lock)$/i;

/** Hosts kept for examples and for the machine itself (RFC 2606, RFC 6761): nobody can own them. */
const example =
  /^(?:example|(?:.*\.)?example\.(?:com|org|net)|.*\.(?:test|invalid|localhost|local)|localhost|0\.0\.0\.0|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

const real =
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_-]{1,63})*\.[a-z]{2,24}|xn--[a-z0-9.-]+|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:.]+\])$/i;

/** What programs reach comes first: a list that is cut keeps it, however many links a text has. */
export function* hostsIn(effects: readonly Effect[], files: readonly ProgramFile[]): Generator<Capability> {
  for (const effect of effects) {
    if (effect.does === 'send') yield* named(effect.to, effect);
    else if (effect.does === 'fetch') yield* named(effect.from, effect);
    else if (effect.does === 'install' && effect.from) yield* ofText(effect.from, effect);
  }
  for (const { path, text } of files)
    if (!noWords.test(path)) {
      yield* written(path, text);
      yield* set(path, text);
    }
}

function* set(path: string, text: string): Generator<Capability> {
  if (!/(?:host|server)/i.test(text)) return;
  for (const [i, line] of text.split('\n').entries()) {
    if (line.length > 2_000) continue;
    for (const { index, 0: whole, 1: name = '' } of line.matchAll(setting)) {
      const isWord = /[a-z]/i.test(line[index - 1] ?? '');
      const isEnd = /^["']? *(?:$|[,;}#])/.test(line.slice(index + whole.length));
      const host = isWord || !isEnd || !/\.[a-z]+$/i.test(name) ? undefined : hostNamed(name);
      if (host && !file.test(host) && !isField.test(host)) yield { name: host, path, line: i + 1 };
    }
  }
}

/** `host = window.location.host`. */
const isField =
  /(?:^|\.)(?:host|hostname|server|name|value|url|get|id|location|config|settings|options|env|args|self|this|key)(?:\.|$)/;

function* written(path: string, text: string): Generator<Capability> {
  if (!text.includes('://')) return;
  const isLock = lockFile.test(path);
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(address)) {
    const host = hostNamed(match[1] ?? '');
    const after = text.slice(match.index, match.index + 120);
    if (
      !host ||
      noAddress.test(after) ||
      (isLock && !isFetched(text, match.index)) ||
      isTemplate(text[match.index + match[0].length] ?? '')
    )
      continue;
    for (let at = text.indexOf('\n', counted); at !== -1 && at < match.index; at = text.indexOf('\n', counted)) {
      line += 1;
      counted = at + 1;
    }
    yield { name: host, path, line };
  }
}

const isFetched = (text: string, at: number): boolean =>
  /resolved|tarball|source|registry/.test(text.slice(Math.max(0, at - 40), at));

/** `https://api.{region}.x`: what precedes the brace is no host. */
const isTemplate = (next: string): boolean => /[{$<%]/.test(next);

function* named({ texts }: Data, effect: Effect): Generator<Capability> {
  for (const text of texts) yield* ofText(text, effect);
  if (texts.length === 0 || texts.some(hidesHost)) yield { name: chosenAtRunTime, ...effect.at };
}

/** Whether the part that says the host is not known. */
const hidesHost = (text: string): boolean => /^[^/]*/.exec(withoutScheme(text))?.[0].includes(hole) ?? false;

function* ofText(text: string, { at }: Effect): Generator<Capability> {
  const bare = withoutScheme(text);
  const host = hostNamed(/^(\[[0-9a-f:.]+\]|[\w.-]+)(?=$|[/:?#\s])/i.exec(bare)?.[1] ?? '');
  // A file is no host, whatever it looks like.
  const isFile = !text.includes('://') && file.test(host ?? '');
  if (host && !isFile && !noAddress.test(text)) yield { name: host, ...at };
}

const withoutScheme = (text: string): string =>
  text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]{1,20}:\/\//i, '')
    .replace(/^\/dev\/(?:tcp|udp)\//, '')
    .replace(/^[^@/\s]{1,200}@/, '');

function hostNamed(written: string): string | undefined {
  const host = written.toLowerCase().replace(/[.-]+$/, '');
  if (!real.test(host) || example.test(host)) return undefined;
  return host;
}

const file =
  /\.(?:py|js|ts|sh|md|json|txt|ya?ml|html?|png|jpe?g|pdf|csv|env|log|sql|xml|zip|gz|mp[34]|tsx|jsx|css|db|exe|wav|toml)$/;
