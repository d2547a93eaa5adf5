import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { expect, test } from 'vitest';
import { createNotifyCommand } from './notify-command.ts';

const node = process.execPath;
const PROGRAM_PATH =
  '/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/opt/homebrew/bin:/run/current-system/sw/bin';

test('[SC-3] the command gets JSON on its standard input and its arguments as they are, without a shell', async () => {
  const out = join(await homeForTest(), 'told');
  const script = `const { readFileSync, writeFileSync } = require('node:fs');
    writeFileSync(process.argv[1], readFileSync(0, 'utf8') + process.argv[2]);`;
  const tell = createNotifyCommand([node, '-e', script, out, '$HOME; echo "x"']);
  expect(await tell('{"schedule":"s_1"}\n')).toEqual({ error: null });
  expect(readFileSync(out, 'utf8')).toBe('{"schedule":"s_1"}\n$HOME; echo "x"');
});

test('[TR-11] it has its place and its environment from a list, and no PATH finds it in a folder', async () => {
  const folder = await homeForTest();
  const out = join(folder, 'told');
  writeFileSync(join(folder, 'tell-me'), '#!/bin/sh\n', { mode: 0o755 });
  const script = `require('node:fs').writeFileSync(process.argv[1],
    JSON.stringify([process.cwd(), process.env.PATH, Object.keys(process.env)]))`;
  process.env.PATH = `${folder}:${process.env.PATH}`;
  process.env.LD_OF_A_FOLDER = 'x';
  expect(await createNotifyCommand([node, '-e', script, out])('{}')).toEqual({ error: null });
  const [cwd, path, names] = JSON.parse(readFileSync(out, 'utf8'));
  expect([cwd, path, names]).toEqual(['/', PROGRAM_PATH, expect.not.arrayContaining(['LD_OF_A_FOLDER'])]);
  const sentence = expect.stringContaining('give the absolute path');
  for (const name of ['tell-me', './tell-me', 'sub/tell-me'])
    expect(await createNotifyCommand([name])('{}')).toEqual({ error: sentence });
});

test('[SC-3] one that is not there, fails, or does not end is a sentence', async () => {
  expect((await createNotifyCommand(['/nowhere/at/all'])('{}')).error).toContain('ENOENT');
  expect((await createNotifyCommand([node, '-e', 'process.exit(3)'])('{}')).error).toBe('it ended with 3');
  const endless = createNotifyCommand([node, '-e', 'setInterval(() => {}, 1000)'], 300);
  expect((await endless('x'.repeat(1_000_000))).error).toMatch(/ended by SIGKILL after at most 300 ms/);
});
