import type { Detector } from '../../detector.ts';
import { placesByLine, warnsAgainst } from '../../helpers/text/lines.ts';
import { showsAttacks } from '../../helpers/text/prose.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';

export const agentStores: Detector = {
  id: 'agent-stores',
  severity: 'medium',
  consequence: 'advise',
  summary: 'Something names the files in which agents keep their logins, or all that was said to them.',
  explanation:
    'An agent’s own login works for all that its person pays for, and its history holds what was pasted into any session: keys, ' +
    'code, names. A skill gets there with the same rights as the agent. Reported are the paths of such files. Settings, the ' +
    'folders of skills, tests and warnings are left out. Ask the service for a key of the skill’s own, and the person for the ' +
    'sessions that are meant.',
  examples: {
    bad: { path: 'sync.py', text: 'key = json.load(open("/home/me/.codex/auth.json"))\n' },
    good: { path: 'sync.py', text: 'settings = json.load(open("/home/me/.claude/settings.json"))\n' },
  },
  inspect(file) {
    if (!mayName.test(file.text) || showsAttacks(file.path)) return [];
    const isWarning = warningsIn(file);
    return [...placesByLine(file, messageFor)].filter(({ line }) => !isWarning(line, ''));
  },
};

const mayName = /auth-profiles|credentials\.json|auth\.json|oauth_creds|history\.jsonl|\.claude|sessions/i;

/** By how commands and programs write them: `~/.codex/auth.json`, `home / ".codex" / "auth.json"`. */
const stores: readonly [RegExp, string][] = [
  [
    /\bauth-profiles\.json\b|\.claude["'`,\s/\\]{1,6}\.credentials\.json\b|\.codex["'`,\s/\\]{1,6}auth\.json\b|\.gemini["'`,\s/\\]{1,6}oauth_creds\.json\b|\.qwen["'`,\s/\\]{1,6}oauth_creds\.json\b/i,
    'The line names where an agent keeps its login.',
  ],
  [
    /\.claude["'`,\s/\\]{1,6}(?:history\.jsonl\b|projects["'`,\s/\\]{1,6}[^\s"'`]{0,60}\.jsonl\b)|\.codex["'`,\s/\\]{1,6}(?:history\.jsonl|sessions)\b|\.(?:openclaw|clawdbot|moltbot)["'`,\s/\\]{1,6}agents["'`,\s/\\]{1,6}[^\s"'`]{1,40}["'`,\s/\\]{1,6}sessions\b/i,
    'The line names where an agent keeps all that was said to it.',
  ],
];

const messageFor = (line: string): string | undefined =>
  warnsAgainst(line) ? undefined : stores.find(([pattern]) => pattern.test(line))?.[1];
