import { operatorHandle } from '../../../contract/clients/discovery.ts';
import type { PageLoader } from '../page.ts';
import { authorIndex } from './skillsIndex.ts';

/** The operator's own skills alone: a client given the site's address downloads everything that this names. */
export const rootIndex: PageLoader<'rootIndex'> = ({ view }) => authorIndex(view, operatorHandle);
