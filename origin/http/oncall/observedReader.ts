/** The reader of bundles as others use it, with what came of each bundle counted, and how long each publish took to read. */
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { ApiError } from '../../contract/errors.ts';
import type { Reader } from '../../scan/reader/reader.ts';
import type { Metrics } from './metrics.ts';

export function observedReader(reader: Reader, { scans, gauge }: Metrics): Reader {
  gauge('publishes_waiting', 'Bundles that wait to be read.', () => reader.waiting().publishes);
  gauge(
    'rescans_waiting',
    'Stored versions that wait to be scanned again, of those asked for.',
    () => reader.waiting().scans,
  );
  const failed = (error: unknown): never => {
    scans.inc({ outcome: error instanceof ApiError ? error.code : 'failed' });
    throw error;
  };
  return {
    ...reader,
    read: async (request) => {
      const content = await reader.read(request).catch(failed);
      scans.inc({ outcome: content.scan.status });
      return content;
    },
    readFor: (account, request, use) => {
      // What fails later is no failure of the reader.
      let wasRead = false;
      const span = trace.getTracer('skill-registry').startSpan('bundle.read');
      return reader
        .readFor(account, request, (content) => {
          wasRead = true;
          span.end();
          scans.inc({ outcome: content.scan.status });
          return use(content);
        })
        .catch((error) => {
          if (wasRead) throw error;
          span.setStatus({ code: SpanStatusCode.ERROR }).end();
          return failed(error);
        });
    },
    scan: async (request) => {
      const scanned = await reader.scan(request).catch(failed);
      scans.inc({ outcome: scanned.status });
      return scanned;
    },
  };
}
