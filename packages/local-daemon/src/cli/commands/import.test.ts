import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, LIMITS, ok } from '@cairn/schema';
import { expect, onTestFinished, test } from 'vitest';
import { failure } from '../failure.ts';
import { importFile } from './import.ts';

test('[IM-2] an import that a full disk ends says that what it counts is kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'in.ndjson');
  const batch = LIMITS.importItemsPerRequestMax;
  writeFileSync(file, Array.from({ length: batch + 1 }, (_, n) => `{"content":"fact ${n}"}\n`).join(''));
  let calls = 0;
  const io = Object.assign(Object.create(null), {
    ...{ cwd: folder, scope: null, json: true, isErrTerminal: false, env: {} },
    ask: async () =>
      ++calls > 1
        ? err(failure('storage_full', 'The disk is full.'))
        : ok({ read: batch, new: batch, duplicate: 0, skipped: 0, failed: 0 }),
  });
  const nothing = { text: () => undefined, flag: () => false, arg: () => file };
  expect(await importFile(Object.assign(Object.create(null), nothing), io)).toMatchObject({
    value: {
      exit: 5,
      json: { new: batch },
      failure: { kind: 'storage_full' },
      notes: expect.arrayContaining([expect.stringContaining('What is counted as new is kept')]),
    },
  });
});
