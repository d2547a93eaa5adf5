import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '@cairn/schema';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { keepManaged } from './managed.ts';

/** Keeps the block of a file. The daemon has no memories; `meanwhile` happens before it answers. */
const keep = (
  cwd: string,
  name: string,
  options: Readonly<Record<string, string>> = {},
  meanwhile: () => void = () => undefined,
) => {
  const io = Object.assign(Object.create(null), {
    cwd,
    ask: async () => {
      meanwhile();
      return ok({ memories: [], next: null });
    },
  });
  const given = { text: (option: string) => options[option], flag: () => false };
  return keepManaged(name, Object.assign(Object.create(null), given), io);
};

test('[IM-8] what is written into the file while the daemon answers stays', async () => {
  const folder = await homeForTest();
  const file = join(folder, 'CLAUDE.md');
  writeFileSync(file, '# Rules\n');
  const lines = ['- one\n', '- two\n'];
  const kept = await keep(folder, file, {}, () => appendFileSync(file, lines.shift() ?? ''));
  expect(kept.ok).toBe(true);
  expect(readFileSync(file, 'utf8')).toMatch(/^# Rules\n- one\n- two\n\n<!-- BEGIN cairn/);
});

test('[TR-12] a link of a name without an ending leads to that name only', async () => {
  const folder = await homeForTest();
  writeFileSync(join(folder, '.bashrc'), 'alias ll=ls\n');
  symlinkSync(join(folder, '.bashrc'), join(folder, '.cursorrules'));
  expect(await keep(folder, '.cursorrules')).toMatchObject({
    error: { kind: 'bad_file', message: expect.stringContaining('of another kind') },
  });
  expect(readFileSync(join(folder, '.bashrc'), 'utf8')).toBe('alias ll=ls\n');
  symlinkSync(join(folder, '.bashrc'), join(folder, 'AGENTS'));
  expect((await keep(folder, 'AGENTS')).ok).toBe(false);
  mkdirSync(join(folder, 'dotfiles'));
  writeFileSync(join(folder, 'dotfiles/windsurfrules'), '');
  symlinkSync(join(folder, 'dotfiles/windsurfrules'), join(folder, '.windsurfrules'));
  expect((await keep(folder, '.windsurfrules')).ok).toBe(true);
});

test.each(['output', 'format', 'by'])('[IM-8] --%s is refused with --managed', async (option) => {
  expect(await keep(await homeForTest(), 'CLAUDE.md', { [option]: 'md' })).toMatchObject({
    error: { kind: 'usage', message: expect.stringContaining(`--${option}`) },
  });
});
