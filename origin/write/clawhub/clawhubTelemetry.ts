import type { Writer } from '../writing.ts';

/** Who installed what is nobody's business; the program wants to be told that it was heard. */
export const clawhubTelemetry: Writer<'clawhubTelemetry'> = async () => ({ status: 200, record: { ok: true } });
