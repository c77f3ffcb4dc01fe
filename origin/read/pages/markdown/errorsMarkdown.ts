import { type ErrorCode, errors } from '../../../contract/errors.ts';
import type { PageLoader } from '../page.ts';

/** The code table as prose for agents. */
export const errorsMarkdown: PageLoader<'errorsMarkdown'> = async () => {
  const codes = Object.keys(errors) as ErrorCode[];
  const sections = codes.map(
    (code) => `## ${code}\n\nStatus ${errors[code].status}. ${errors[code].message} ${errors[code].remedy}`,
  );
  const opening =
    'Every failure is JSON. Branch on `code`: its meaning never changes. The wording of `message` may change. The [API reference](api.md) lists the codes of each operation.';
  return `${['# Errors', opening, ...sections].join('\n\n')}\n`;
};
