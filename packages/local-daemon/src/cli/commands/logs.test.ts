import { appendFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@cairn/test-support';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { logs } from './logs.ts';

test('logs -f shows the lines before and after a rotation', async () => {
  const path = join(await homeForTest(), 'daemon.log');
  writeFileSync(path, 'first\n');
  const shown: string[] = [];
  const io = Object({
    ...{ env: {}, isOutTerminal: false, json: true, paths: { log: path } },
    out: async (text: string) => {
      if (text === 'end\n') throw new Error('ended');
      shown.push(text);
    },
  });
  const following = logs(Object({ int: () => 9, flag: () => true }), io);
  await waitUntil(() => shown.length === 1, { timeoutMs: 5_000, what: 'the first line' });
  appendFileSync(path, 'last of the old file\n');
  renameSync(path, `${path}.1`);
  writeFileSync(path, 'a line of the new file, longer than the old one\nend\n');
  await expect(following).rejects.toThrow('ended');
  expect(shown).toEqual([
    'first\n',
    'last of the old file\n',
    'a line of the new file, longer than the old one\n',
  ]);
}, 20_000);

test('a log that cannot be read is named, and not called empty', async () => {
  const path = join(await homeForTest(), 'daemon.log');
  const asked = (log: string) =>
    logs(Object({ int: () => 9, flag: () => false }), Object({ json: false, paths: { log } }));
  expect(await asked(path)).toMatchObject({
    ok: true,
    value: { notes: [expect.stringContaining('is empty')] },
  });
  // A link to itself stands for a folder of another user, because a test may run as root.
  symlinkSync(path, path);
  expect(await asked(path)).toMatchObject({ ok: false, error: { message: expect.stringContaining(path) } });
});
