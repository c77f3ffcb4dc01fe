/**
 * The guide “On call”, alert by alert: each is caused on purpose in a registry that a real Prometheus watches, then what
 * the guide says is done.
 *
 *   node test/oncall/rehearse.ts [alert …]
 *
 * `LANES` of them at a time, one by default; on a busy machine more make what has nothing to do with it fire. Ends with 1 where an alert did not fire, or another one did; where what the guide says did not help; or an alert stayed.
 */
import { checkRules, hasPrometheus } from './prometheus.ts';
import { rehearse, type Told } from './rehearsal.ts';
import { rehearsals } from './rows.ts';
import { alertNames, howScaled } from './rules.ts';

if (!hasPrometheus) throw new Error('It needs Prometheus and its promtool, as Debian’s package has them.');
const asked = process.argv.slice(2);
const names = alertNames();
const chosen = rehearsals.filter(({ alert }) => asked.length === 0 || asked.includes(alert));
const wrong = new Set<string>([
  ...names.filter((name) => !rehearsals.some(({ alert }) => alert === name)),
  ...rehearsals.map(({ alert }) => alert).filter((name) => !names.includes(name)),
]);
for (const name of wrong) console.log(`FAIL  ${name}: a rule and its rehearsal belong together`);
console.log(checkRules());
console.log(howScaled);
const waiting = [...chosen];
const lane = async () => {
  for (let row = waiting.shift(); row; row = waiting.shift()) {
    const { alert, cause } = row;
    const told = await rehearse(row).catch(
      (error: Error): Told => ({ alert, cause, others: [], fault: error.message }),
    );
    if (told.fault) wrong.add(alert);
    console.log(lineOf(told));
  }
};
await Promise.all(Array.from({ length: Number(process.env['LANES'] ?? 1) }, lane));
const done = new Set(chosen.map(({ alert }) => alert)).difference(wrong);
console.log(`${done.size} of ${asked.length > 0 ? asked.length : names.length} alerts`);
if (wrong.size > 0) console.log(`FAIL: ${[...wrong].join(', ')}`);
process.exit(wrong.size > 0 ? 1 : 0);

function lineOf({ alert, cause, fired, said, resolved, others, fault }: Told): string {
  const parts = [
    cause,
    ...(fired === undefined ? [] : [`fired after ${fired} s${others.length > 0 ? ` (${others.join(', ')} too)` : ''}`]),
    ...(said === undefined ? [] : [said]),
    ...(resolved === undefined ? [] : [`resolved ${resolved} s later`]),
    ...(fault === undefined ? [] : [`FAIL: ${fault}`]),
  ];
  return `${fault ? 'FAIL' : 'ok  '}  ${alert.padEnd(22)}${parts.join(' · ')}`;
}
