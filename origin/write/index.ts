/** Every writing operation by its operationId: one of the table without a writer does not compile. */
import type { WriteId } from '../contract/operations.ts';
import { publishSkillVersion } from './publishSkillVersion.ts';
import { updateSkill } from './updateSkill.ts';
import { withdrawSkillVersion } from './withdrawSkillVersion.ts';
import type { Writer } from './writing.ts';

export const writers: { [K in WriteId]: Writer<K> } = { publishSkillVersion, updateSkill, withdrawSkillVersion };
