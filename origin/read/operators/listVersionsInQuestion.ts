import { questions, questionTotals } from '../../store/operators/queue.ts';
import { checkOffset } from '../paging.ts';
import type { Loader } from '../reading.ts';

export const listVersionsInQuestion: Loader<'listVersionsInQuestion'> = async ({ view: { db } }, input) => {
  const { kind, rule, author, sort, limit, offset } = input;
  checkOffset(input);
  const { kinds, rules } = await questionTotals(db, { kind, rule, author });
  const total = kind ? kinds[kind] : Object.values(kinds).reduce((sum, one) => sum + one, 0);
  return {
    versions: await questions(db, { kind, rule, author }, { sort, limit, offset }),
    kinds,
    rules,
    total,
    limit,
    offset,
  };
};
