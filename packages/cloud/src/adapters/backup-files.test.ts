import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test, vi } from 'vitest';

const disk = vi.hoisted(() => ({ hasHardLinks: true, renames: true }));
vi.mock('node:fs/promises', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs/promises')>();
  const link: typeof fs.link = async (from, to) => {
    if (!disk.hasHardLinks)
      throw Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' });
    await fs.link(from, to);
  };
  const rename: typeof fs.rename = async (from, to) => {
    if (!disk.renames) throw Object.assign(new Error('i/o error, rename'), { code: 'EIO' });
    await fs.rename(from, to);
  };
  return { ...fs, link, rename };
});
// Another test file in this process may have loaded the module without the double.
vi.resetModules();
const { backupFiles } = await import('./backup-files.ts');

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

test.each([{ hasHardLinks: true }, { hasHardLinks: false }])(
  '[OP-6] a backup gets its name once it is complete, and replaces no file, on a disk with hard links: $hasHardLinks',
  async ({ hasHardLinks }) => {
    disk.hasHardLinks = hasHardLinks;
    const folder = await homeForTest();
    const path = join(folder, 'backup.ndjson');
    const write = (text: string): Promise<void> => backupFiles.write(path, (put) => put(text));
    await write('one\n');
    expect(await readFile(path, 'utf8')).toBe('one\n');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expect(write('two\n')).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('one\n');
    expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual(['backup.ndjson']);
    disk.hasHardLinks = true;
  },
);

test('[OP-6] a backup that cannot get its name leaves no empty file with it', async () => {
  Object.assign(disk, { hasHardLinks: false, renames: false });
  const folder = await homeForTest();
  const write = (): Promise<void> => backupFiles.write(join(folder, 'backup.ndjson'), (put) => put('one\n'));
  await expect(write()).rejects.toMatchObject({ code: 'EIO' });
  expect((await readdir(folder)).filter((name) => name.startsWith('backup'))).toEqual([]);
  Object.assign(disk, { hasHardLinks: true, renames: true });
});
