import { execFile } from 'node:child_process';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { aloneWith, aloneWithNow, readPrivateFile, writePrivateFile } from './private-file.ts';

const MODULE = new URL('private-file.ts', import.meta.url).href;
const TIMES = 40;

/** Adds one to the number in the file, `TIMES` times, in a process of its own. */
const counting = (path: string) =>
  promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    `import { aloneWithNow, readPrivateFile, writePrivateFile } from ${JSON.stringify(MODULE)};
    const path = ${JSON.stringify(path)};
    for (let n = 0; n < ${TIMES}; n++)
      aloneWithNow(path, () => writePrivateFile(path, String(Number(readPrivateFile(path)) + 1)));`,
  ]);

test('[IN-3] two processes that rewrite a file at once lose nothing of each other', async () => {
  const path = join(await homeForTest(), 'integrations.json');
  await Promise.all([counting(path), counting(path), counting(path)]);
  expect(readPrivateFile(path)).toBe(String(3 * TIMES));
});

test('[OP-12] a lock that a killed process left holds nobody up, not even from before the clock was set back', async () => {
  const path = join(await homeForTest(), 'config.json');
  for (const seconds of [-60, 3_600]) {
    writeFileSync(`${path}.lock`, '');
    const at = Date.now() / 1_000 + seconds;
    utimesSync(`${path}.lock`, at, at);
    await aloneWith(path, () => writePrivateFile(path, 'a'));
    aloneWithNow(path, () => writePrivateFile(path, 'b'));
    expect(readFileSync(path, 'utf8')).toBe('b');
  }
});
