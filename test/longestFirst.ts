/** Files in an order that the seed shuffles, but those that take longest first: at the end they would run alone. */
import { hash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'cli/program/ci',
  'clients/clawhub',
  'house/checks',
  'mirror/build/everyWrite',
  'mirror/pages/hostileText',
  'mirror/parity',
  'scan/reader',
  'scripts/account/account',
  'scripts/operator/doctor',
  'scripts/hostile',
  'scripts/operator/wentBack',
].map((name) => `/test/${name}.test.ts`);

const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((path) => moduleId.endsWith(path));

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const places = new Map(files.map((file) => [file, hash('sha256', `${seed} ${file.moduleId}`)]));
    const placeOf = (file: TestSpecification) => `${isLong(file) ? 0 : 1}${places.get(file)}`;
    return files.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  }
}
