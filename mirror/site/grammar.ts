/** Grammars of the contract as a field's `pattern`: browsers read that with the v flag, where a hyphen in a class is escaped. */
import { handlePattern, slugPattern } from '../../origin/contract/grammar/grammar.ts';

const inField = ({ source }: RegExp): string => source.slice(1, -1).replaceAll('-]', '\\-]');

export const handleGrammar = inField(handlePattern);
export const slugGrammar = inField(slugPattern);
/** `ada/hello`, as people name a skill or a kit. */
export const nameGrammar = `${handleGrammar}/${slugGrammar}`;
