import type { Detector } from '../../detector.ts';
import { placesByLine, warnsAgainst } from '../../helpers/text/lines.ts';
import { showsAttacks } from '../../helpers/text/prose.ts';
import { warningsIn } from '../../helpers/text/warnings.ts';

export const unlimitedApproval: Detector = {
  id: 'unlimited-approval',
  severity: 'medium',
  consequence: 'advise',
  summary: 'A wallet is to allow somebody else to spend without limit.',
  explanation:
    'An approval of the largest number there is lets a contract take all tokens of that kind, now and whatever comes in later, with ' +
    'no further question; wallets are drained that way. Reported are lines that approve so, or say that they do. Warnings, ' +
    'tests and constants that nothing approves are left out. Approve the amount that is paid.',
  examples: {
    bad: { path: 'pay.ts', text: 'await token.approve(spender, MaxUint256);\n' },
    good: { path: 'pay.ts', text: 'await token.approve(spender, amount);\nconst limit = MaxUint256;\n' },
  },
  inspect(file) {
    if (!/approv|allowance/i.test(file.text) || showsAttacks(file.path)) return [];
    const isWarning = warningsIn(file);
    return [...placesByLine(file, messageFor)].filter(({ line }) => !isWarning(line, ''));
  },
};

const messageFor = (line: string): string | undefined =>
  /approv|allowance/i.test(line) && unlimited.test(line) && !warnsAgainst(line)
    ? 'The line lets somebody spend from a wallet without limit.'
    : undefined;

const unlimited =
  /\b(?:approve\w{0,12}|allowance)\b.{0,120}(?:\bMAX_UINT(?:256)?\b|\bMaxUint256\b|\bmaxUint256\b|type\(uint256\)\.max|2\s?\*\*\s?256|0x[fF]{64}\b)|\b(?:infinite|unlimited|max(?:imum)?) (?:token )?approv(?:al|e)\b/;
