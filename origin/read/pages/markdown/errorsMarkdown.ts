import { type ErrorCode, errors } from '../../../contract/errors.ts';
import type { PageLoader } from '../page.ts';

/** The code table as prose for agents. */
export const errorsMarkdown: PageLoader<'errorsMarkdown'> = async () => {
  const codes = Object.keys(errors) as ErrorCode[];
  const sections = codes.map(
    (code) => `## ${code}\n\nStatus ${errors[code].status}. ${errors[code].message} ${errors[code].remedy}`,
  );
  const opening =
    'Every failure is JSON. Branch on `code`: a published code keeps its meaning, the wording may change. Which operation refuses with which code is in the [API reference](api.md).';
  return `${['# Errors', opening, ...sections].join('\n\n')}\n`;
};
