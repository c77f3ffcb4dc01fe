import type { Loader } from '../reading.ts';
import { named } from './named.ts';
import { moderationRecord } from './records.ts';
import { shownReport } from './reports.ts';

const severities = { info: 'info', low: 'info', medium: 'warn', high: 'warn', critical: 'critical' } as const;

export const clawhubModeration: Loader<'clawhubModeration'> = async (reading, asked) => {
  const { report, isWarned } = await shownReport(reading, await named(reading, asked));
  return {
    moderation: {
      ...moderationRecord(report, isWarned),
      evidence: report.findings.map(({ detector, severity, path, line, message }) => ({
        ...{ code: detector, severity: severities[severity], file: path, line, message },
        // What was found is never repeated: it may be a secret.
        evidence: '' as const,
      })),
    },
  };
};
