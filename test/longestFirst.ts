/** Files in an order that the seed shuffles, but the long ones first: at the end they would run alone. */
import { hash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { long } from './long.ts';

const isLong = ({ moduleId }: TestSpecification): boolean => long.some((path) => moduleId.endsWith(`/${path}`));

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const places = new Map(files.map((file) => [file, hash('sha256', `${seed} ${file.moduleId}`)]));
    const placeOf = (file: TestSpecification) => `${isLong(file) ? 0 : 1}${places.get(file)}`;
    return files.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  }
}
