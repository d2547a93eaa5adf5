import { describe, expect, test } from 'vitest';
import type { RequestRecord } from '../ports/request-log.ts';
import { createPinoLog, type LogOptions } from './pino-log.ts';

const record: RequestRecord = {
  requestId: 'one',
  method: 'POST',
  route: '/v1/push',
  status: 200,
  tookMs: 3.2,
  vault: 'v_1',
  device: 'd_1',
  problem: null,
  reason: null,
};

const logOf = (options: Pick<LogOptions, 'level' | 'format'>) => {
  const lines: string[] = [];
  return { lines, log: createPinoLog({ ...options, write: (line) => lines.push(line) }) };
};

describe('the log', () => {
  test('is one JSON object a line, with what is known of the request', () => {
    const { lines, log } = logOf({ level: 'info', format: 'json' });
    log.request(record);
    log.request({ ...record, status: 503, problem: 'unavailable', reason: 'away' });
    expect(lines.every((line) => line.endsWith('\n'))).toBe(true);
    const [first, second] = lines.map((line): unknown => JSON.parse(line));
    expect(first).toMatchObject({ ...record, level: 'info', msg: 'POST /v1/push 200' });
    expect(second).toMatchObject({ level: 'error', status: 503, problem: 'unavailable' });
  });

  test('is text for a person: what is empty is left out, and a bug comes with its stack', () => {
    const { lines, log } = logOf({ level: 'info', format: 'text' });
    log.request(record);
    log.failure('two', new Error('odd'));
    expect(lines[0]).toMatch(
      /^\d\d:\d\d:\d\d info {2}POST \/v1\/push 200 3\.2 ms requestId=one vault=v_1 device=d_1\n$/,
    );
    expect(lines[1]).toMatch(/ error a bug requestId=two\nError: odd\n {4}at /);
  });

  test('probes that succeed are for debugging alone, and a level silences what is below it', () => {
    const probe = { ...record, method: 'GET', route: '/healthz' };
    const info = logOf({ level: 'info', format: 'json' });
    info.log.request(probe);
    expect(info.lines).toEqual([]);
    info.log.request({ ...probe, status: 503 });
    expect(info.lines).toHaveLength(1);
    const debug = logOf({ level: 'debug', format: 'json' });
    debug.log.request(probe);
    expect(debug.lines).toHaveLength(1);
    const silent = logOf({ level: 'silent', format: 'json' });
    silent.log.failure('x', new Error('odd'));
    expect(silent.lines).toEqual([]);
  });
});
