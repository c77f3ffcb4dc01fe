import type { ProfileRow } from '../../store/schema/tables.ts';
import type { PersonName } from './page.ts';

export const personName = ({ handle, display_name, kind }: ProfileRow): PersonName => ({
  handle: handle ?? '',
  displayName: display_name,
  kind,
});
