/** The log: JSON lines on standard error, so that standard output stays for what people read. */
import { pino } from 'pino';
import type { RequestLog } from '../ports/request-log.ts';

export interface ServerLog extends RequestLog {
  info(message: string): void;
  warn(message: string): void;
  flush(): void;
}

const describe = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { message: String(error) };

export const createPinoLog = (): ServerLog => {
  const destination = pino.destination({ fd: 2, sync: true });
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    request: (record) => {
      const message = `${record.method} ${record.route} ${record.status}`;
      if (record.status >= 500) log.error(record, message);
      else log.info(record, message);
    },
    failure: (requestId, error) => log.error({ requestId, error: describe(error) }, 'a bug'),
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
    flush: () => destination.flushSync(),
  };
};
