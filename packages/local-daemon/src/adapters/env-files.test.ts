import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { withEnvFiles } from './config-reader.ts';

test('a value comes from its file, and only names that are asked for are read', async () => {
  const path = join(await homeForTest(), 'key');
  writeFileSync(path, '  secret\n');
  const env = { A_FILE: path, B_FILE: '/nowhere', C: 'c', D_FILE: '' };
  expect(withEnvFiles(env, ['A', 'C', 'D'])).toEqual({ ok: true, value: { ...env, A: 'secret' } });
});

test('a file that is not there is an error that names it', () => {
  const read = withEnvFiles({ A_FILE: '/nowhere/key' }, ['A']);
  expect(read.ok ? '' : read.error.message).toContain('A_FILE cannot be read');
});

test('an empty file is an error, because it would silently unset a secret', async () => {
  const path = join(await homeForTest(), 'key');
  writeFileSync(path, ' \n');
  const read = withEnvFiles({ A_FILE: path }, ['A']);
  expect(read.ok ? '' : read.error.message).toContain('A_FILE names');
});

test('a value and its file at once are an error, as on the server', () => {
  const read = withEnvFiles({ A: 'value', A_FILE: '/nowhere/key' }, ['A']);
  expect(read.ok ? '' : read.error.message).toBe('A and A_FILE are both set: set one of them.');
  expect(withEnvFiles({ A: 'value', A_FILE: '' }, ['A']).ok).toBe(true);
});
