/** Logs to standard error, because standard output is for people: JSON lines, or text on a terminal. */
import { pino } from 'pino';
import * as z from 'zod';
import type { Log, LogFormat, LogLevel, RequestLog, RequestRecord } from '../ports/request-log.ts';

export interface ServerLog extends RequestLog, Log {
  flush(): void;
}

export interface LogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Writes a line, which includes its newline. Default: standard error. */
  readonly write?: (line: string) => void;
}

const describe = (error: unknown) =>
  error instanceof Error
    ? { name: error.name, message: error.message, stack: error.stack }
    : { message: String(error) };

const lineSchema = z.object({
  level: z.string(),
  time: z.string(),
  msg: z.string(),
  requestId: z.string().optional(),
  tookMs: z.number().optional(),
  vault: z.string().nullable().optional(),
  device: z.string().nullable().optional(),
  problem: z.string().nullable().optional(),
  reason: z.string().nullable().optional(),
  error: z.object({ stack: z.string().optional(), message: z.string() }).optional(),
});

/** Formats for a person: time of day, level, message, then the fields. */
const toText = (jsonLine: string): string => {
  const { level, time, msg, tookMs, error, ...rest } = lineSchema.parse(JSON.parse(jsonLine));
  const took = tookMs === undefined ? [] : [`${tookMs} ms`];
  const facts = Object.entries(rest).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []));
  const head = [time.slice(11, 19), level.padEnd(5), msg, ...took, ...facts].join(' ');
  return error === undefined ? `${head}\n` : `${head}\n${error.stack ?? error.message}\n`;
};

/** Probes come every few seconds. They are logged at the debug level unless they fail. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const levelOf = ({ status, route }: RequestRecord): 'debug' | 'info' | 'error' => {
  if (PROBES.has(route) && status < 500) return 'debug';
  return status >= 500 && !PROBES.has(route) ? 'error' : 'info';
};

/** Writes the lines of one turn of the event loop at once, which costs as much as one line. */
const toStderr = () => {
  const stderr = pino.destination({ fd: 2, sync: true });
  let waiting = '';
  const flush = (): void => {
    if (waiting !== '') stderr.write(waiting);
    waiting = '';
    stderr.flushSync();
  };
  const write = (line: string): void => {
    if (waiting === '') setImmediate(flush);
    waiting += line;
  };
  return { write, flush };
};

export const createPinoLog = ({ level, format, write }: LogOptions): ServerLog => {
  const stderr = toStderr();
  const put = write ?? stderr.write;
  const destination = { write: (line: string) => put(format === 'text' ? toText(line) : line) };
  const options = {
    base: null,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const log = pino(options, destination);
  return {
    request: (record) => log[levelOf(record)](record, `${record.method} ${record.route} ${record.status}`),
    failure: (requestId, error) => {
      log.error({ requestId, error: describe(error) }, 'a bug');
      stderr.flush();
    },
    info: (message) => log.info(message),
    warn: (message) => log.warn(message),
    flush: stderr.flush,
  };
};
