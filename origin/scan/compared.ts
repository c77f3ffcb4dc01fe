/** What a version newly does is found as such, whatever the rules say of it alone. */
import type { Capabilities } from './capabilities/capabilities.ts';
import { newCapabilityFindings } from './capabilities/newCapability.ts';
import { maxPlaces } from './finding.ts';
import { byWeight, type Scan } from './scan.ts';

/** The scan with a finding more where the version before, whose record is given, did less. Pure. */
export function comparedWith(before: Capabilities | undefined, scan: Scan): Scan {
  const { capabilities } = scan;
  const news = before && capabilities ? newCapabilityFindings(before, capabilities) : [];
  const [first] = news;
  if (!first) return scan;
  const places = news.slice(0, maxPlaces).map(({ path, line, message }) => ({
    ...{ path, line },
    ...(message !== first.message && { message }),
  }));
  const findings = [...scan.findings, { ...first, places, count: news.length }].sort(byWeight);
  return { ...scan, findings, status: scan.status === 'clean' ? 'flagged' : scan.status };
}
