import type { Writer } from '../writing.ts';

export const clawhubPublisher: Writer<'clawhubPublisher'> = async ({ carryOut }, _, { json }) => {
  const { handle, displayName } = json;
  await carryOut('createTeam', {}, { json: { handle, ...(displayName && { displayName }) } });
  return { status: 200, record: { ok: true, publisherId: handle, handle, created: true, trusted: false } };
};
