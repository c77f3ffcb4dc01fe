/** Labels of versions that count upwards, such as `1.2.0` or `v2`. */

const counting = /^v?(\d+(?:\.\d+)*)(-.+)?$/i;
const byNumbers = new Intl.Collator('en', { numeric: true });

/** Whether a label counts lower than another; a pre-release comes before its release. False where one counts nothing. */
export function isOlder(label: string, than: string): boolean {
  const [one, other] = [counting.exec(label), counting.exec(than)];
  if (!one || !other) return false;
  const order = byNumbers.compare(one[1] ?? '', other[1] ?? '');
  if (order !== 0) return order < 0;
  return one[2] !== undefined && (other[2] === undefined || byNumbers.compare(one[2], other[2]) < 0);
}
