/**
 * How often each rule was right on about two thousand public skills, malicious ones among them (corpus 4). One person judged
 * each finding by the line of its first place, on the same skills that the rules were tuned on: read these as upper bounds.
 * A quotation, a warning or a placeholder makes a finding wrong. Rules that found nothing there are missing.
 */
export const measured: Readonly<Record<string, { right: number; of: number }>> = {
  'access-token': { right: 1, of: 1 },
  'agent-config-tampering': { right: 7, of: 7 },
  'bare-address': { right: 3, of: 3 },
  'code-from-bare-address': { right: 2, of: 2 },
  'confirmation-bypass': { right: 10, of: 12 },
  'credential-exfiltration': { right: 2, of: 2 },
  'data-drop': { right: 1, of: 1 },
  'decoded-execution': { right: 6, of: 6 },
  'destructive-command': { right: 0, of: 1 },
  'embedded-executable': { right: 1, of: 1 },
  'fake-prerequisite': { right: 17, of: 17 },
  'hidden-instructions': { right: 2, of: 4 },
  homoglyphs: { right: 1, of: 1 },
  'install-script': { right: 1, of: 1 },
  'invisible-characters': { right: 2, of: 2 },
  'nested-archive': { right: 2, of: 2 },
  persistence: { right: 11, of: 14 },
  'pipe-to-shell': { right: 33, of: 35 },
  'private-stores': { right: 1, of: 1 },
  'remote-instructions': { right: 17, of: 17 },
  'reverse-shell': { right: 0, of: 1 },
  'script-in-picture': { right: 3, of: 3 },
};
