import { lastSegment } from '../../../contract/grammar/segments.ts';
import type { Detector, Place, ScannedFile } from '../../detector.ts';
import { commandLinesOf } from '../../helpers/text/lines.ts';
import { isAboutAttacks, isDenied, isForbiddenList, isQuoted, sentencesOf } from '../../helpers/text/prose.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';
import { exceptions, hasOption, type Instruction, instructions, weighty } from './confirmation-bypass.data.ts';

export const confirmationBypass: Detector = {
  id: 'confirmation-bypass',
  severity: 'medium',
  consequence: 'advise',
  summary: 'An agent is started or told to act without asking its user.',
  explanation:
    'The question before a command, a deletion or a payment is where a person can still say no. Options and settings ' +
    'that switch it off for an agent, and instructions never to ask, take that away. Left out are the “yes” options of ' +
    'package managers and the like, advice not to ask for details or twice, advice to ask first, and warnings against ' +
    'such options. Let the agent ask, allow only the commands that are needed, or say why the skill works in a sandbox.',
  examples: {
    bad: { path: 'SKILL.md', text: '```sh\nclaude --dangerously-skip-permissions -p "Tidy the folder"\n```\n' },
    good: {
      path: 'SKILL.md',
      text: 'Never run it without asking for confirmation.\n\n```sh\napt-get install -y jq\n```\n',
    },
  },
  inspect: bypassesIn,
};

function* bypassesIn(file: ScannedFile): Generator<Place> {
  // A log tells how somebody's agent ran.
  if (!file.isText || !mayMatter.test(file.text) || /(?:^|\/)logs?\//i.test(file.path)) return;
  const isWarning = warningsIn(file);
  const messages = new Map<number, string>();
  for (const { text: sentence, isCell, under, lineOf } of sentencesOf(file.text)) {
    const at = isCell || isForbiddenList(under) ? undefined : instructionAt(sentence);
    if (at === undefined || isWarning(lineOf(at), '')) continue;
    messages.set(lineOf(at), 'The text tells an agent not to ask before it acts.');
  }
  for (const { number, text: line } of commandLinesOf(file.text)) {
    if (!mayMatter.test(line) || isRow(line) || !switchesOff(line)) continue;
    if (isCaution(line) || isWarning(number, line.replaceAll(neverAsValue, ''))) continue;
    messages.set(number, 'An option or a setting lets an agent act without asking.');
  }
  for (const [line, message] of [...messages].sort(([a], [b]) => a - b)) yield { line, message };
}

/** What all of the patterns need one of. */
const mayMatter =
  /dangerous|bypass|yolo|full-auto|never|-all|-always|sandbox|autoapprove|approv|permission|confirm|asking|before|consent/i;

/** A row of a Markdown table tells what options there are. */
const isRow = (line: string): boolean => /^\s{0,40}\|\s{0,9}[^\s\w]{0,3}[\w-]{1,60}[^\s\w]{0,3}\s{0,9}\|/.test(line);

const neverAsValue = /["']never["']|(?:-a|--ask-for-approval)[ =]never/g;

const isCaution = (line: string): boolean =>
  /\b(?:remove[sd]?|risks?|caution|audit|look for|search for|grep|rg|disallow|deny)\b/i.test(line);

const switchesOff = (line: string): boolean => settings.test(line) || hasAgentOption(line) || hasLoneOption(line);

const settings =
  /["']?(?:permission_?mode|defaultMode)["']?\]?\s{0,5}[:=]\s{0,5}["']?bypassPermissions\b|dangerously_?disable_?sandbox["']?\]?\s{0,5}[:=]\s{0,5}true|\bapproval_policy["']?\s{0,5}[:=]\s{0,5}["']never["']|\bsandbox_mode["']?\s{0,5}[:=]\s{0,5}["']danger-full-access["']|\b(?:skipDangerousModePermissionPrompt|allowDangerouslySkipPermissions|enableAllProjectMcpServers)["']?\s{0,5}[:=]\s{0,5}true|\bautoApprove["']?\s{0,5}[:=]\s{0,5}\[?\s{0,5}["']\*["']/i;

/** Programs of agents; what is an option of theirs is often a harmless one of another program. */
const agents =
  /^(?:claude(?:-code)?|codex|gemini(?:-cli)?|qwen|copilot|cursor-agent|amp|aider|opencode|droid|goose|crush|kiro-cli)(?:@[\w.]{1,20})?$/;
const switches =
  /^--(?:(?:allow-)?dangerously-[a-z-]{3,60}|yolo|full-auto|yes-always|(?:allow|trust)-all-tools|permission-mode bypassPermissions|approval-mode yolo|ask-for-approval never|sandbox danger-full-access)$|^-a never$|^-s danger-full-access$/;

function hasAgentOption(line: string): boolean {
  return line.split(/\|\||&&|[;|`]/).some((command) => {
    const words = command.split(/[\s"',=()[\]]+/);
    const at = words.findIndex((word) => agents.test(lastSegment(word)));
    if (at === -1) return false;
    const rest = words.slice(at + 1);
    return rest.some((word, index) => switches.test(word) || switches.test(`${word} ${rest[index + 1] ?? ''}`));
  });
}

/** In prose an option is often only named, as in “what … does”. */
function hasLoneOption(line: string): boolean {
  const found = /--(?:allow-)?dangerously-(?:skip-permissions|bypass-approvals|allow-all)[a-z-]{0,20}/.exec(line);
  if (!found) return false;
  const before = line.slice(0, found.index);
  return !/[a-z]/.test(before) || /[=([{$+]/.test(before) || runs.test(before);
}

const runs = /\b(?:run|use|pass|add|start|launch|set|with|alias|exec)\b/i;

/** Where a sentence tells an agent not to ask. */
function instructionAt(sentence: string): number | undefined {
  if (!mayMatter.test(sentence)) return undefined;
  return instructions.map((instruction) => meantAt(instruction, sentence)).find((at) => at !== undefined);
}

function meantAt({ pattern, after, isWeak = false }: Instruction, sentence: string): number | undefined {
  const found = pattern.exec(sentence);
  if (!found) return undefined;
  const [from, to] = [found.index, found.index + found[0].length];
  const [before, rest] = [sentence.slice(0, from), sentence.slice(to)];
  if (isQuoted(sentence, from, to) || isAboutAttacks(sentence) || isDenied(before) || hasOption.test(before))
    return undefined;
  if (after?.test(before.slice(-100)) === false || exceptions.test(rest.slice(0, 80))) return undefined;
  if (isWeak && !/^never\b/i.test(found[0]) && !weighty.test(sentence)) return undefined;
  return from;
}
