import { expect, test } from 'vitest';
import { DEFAULT_PORT, parseConfig } from './config.ts';

const parse = (file: string | null, env: Record<string, string> = {}) =>
  parseConfig({ file, path: '/cfg/config.json', env, hostName: 'laptop' });

test('nothing set: the defaults', () => {
  expect(parse(null)).toEqual({
    ok: true,
    value: { deviceName: 'laptop', projects: {}, port: DEFAULT_PORT, isPortFixed: false, llm: null },
  });
});

test('a port that is named is the only one that will do; 0 is any', () => {
  expect(parse(null, { CAIRN_PORT: '5000' })).toMatchObject({ value: { port: 5_000, isPortFixed: true } });
  expect(parse(null, { CAIRN_PORT: '0' })).toMatchObject({ value: { port: 0, isPortFixed: false } });
  expect(parse(null, { CAIRN_PORT: '65535' })).toMatchObject({ ok: true });
});

test.each(['65536', '-1', 'http', '80 80', '1e3'])('CAIRN_PORT=%s is refused', (port) => {
  const parsed = parse(null, { CAIRN_PORT: port });
  expect(parsed.ok ? '' : parsed.error.message).toContain(`CAIRN_PORT is "${port}"`);
});

test('[M-8] aliases and a name by hand; what is unknown is left alone', () => {
  const file = JSON.stringify({ deviceName: 'desk', projects: { a: 'b' }, later: true });
  expect(parse(file)).toMatchObject({ value: { deviceName: 'desk', projects: { a: 'b' } } });
});

test.each(['{', '[]', '{"deviceName": 1}', '{"projects": {"a": 2}}'])('%s is not a configuration', (file) => {
  const parsed = parse(file);
  expect(parsed.ok ? '' : parsed.error.message).toMatch(/^\/cfg\/config.json cannot be read: .+ Mend it/);
});
