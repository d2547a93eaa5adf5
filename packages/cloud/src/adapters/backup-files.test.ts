import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { backupFiles } from './backup-files.ts';

const linesOf = async (text: string): Promise<readonly string[]> => {
  const path = join(await homeForTest(), 'backup.ndjson');
  await writeFile(path, text);
  const lines: string[] = [];
  for await (const line of backupFiles.lines(path)) lines.push(line);
  return lines;
};

test('[OP-6] a device may have any name, such as one with a line separator of Unicode, and the backup still has a row in a line', async () => {
  expect(await linesOf('{"name":"a\u2028b\u2029c"}\n{"end":true}\n')).toEqual([
    '{"name":"a\u2028b\u2029c"}',
    '{"end":true}',
  ]);
});

test('[OP-6] lines may end as on Windows, may be longer than a read, and the last one needs no end', async () => {
  const long = 'ä'.repeat(200_000);
  expect(await linesOf(`one\r\n${long}\n\nlast`)).toEqual(['one', long, '', 'last']);
  expect(await linesOf('')).toEqual([]);
});
