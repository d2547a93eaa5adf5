import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { diskFailure, readTextFile } from './text-file.ts';

const fileOf = (bytes: Uint8Array) => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-text-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'rules.json');
  writeFileSync(path, bytes);
  return path;
};

test('[RL-23] bytes that are not UTF-8 are refused and not guessed', () => {
  const path = fileOf(Buffer.from('["M\xfcller writes the notes."]', 'latin1'));

  expect(readTextFile(path)).toEqual({
    ok: false,
    error: {
      kind: 'bad_file',
      message: `${path}: this is not UTF-8 text. Save it as UTF-8, then try again.`,
    },
  });
});

test('a file of UTF-8 text is read as it is', () => {
  const text = '\u{feff}["Müller writes the notes."]\n';

  expect(readTextFile(fileOf(Buffer.from(text)))).toEqual({ ok: true, value: text });
});

test('what the disk refuses is a sentence, and no bug', () => {
  const thrown = (code: string, more: object = {}) =>
    Object.assign(new Error(`${code}: x`), { code, ...more });
  expect(diskFailure(thrown('ENAMETOOLONG', { path: '/x' }))?.message).toBe('/x: the name is too long.');
  expect(diskFailure(thrown('ENOSPC'))?.message).toBe('A file cannot be written: the disk is full.');
  const inFile = diskFailure(thrown('ENOTDIR', { path: '/x/y' }));
  expect(inFile?.message).toBe('/x/y: a part of the path is not a folder.');
  const file = diskFailure(thrown('EEXIST', { path: '/x', syscall: 'mkdir' }));
  expect(file?.message).toBe('/x: this is no folder.');
  for (const code of ['ENOENT', 'EPERM'])
    expect(diskFailure(thrown(code, { path: '/proc/x', syscall: 'mkdir' }))?.message).toBe(
      'The folder /proc/x cannot be made. Set CAIRN_HOME to a folder that can be written.',
    );
  expect(diskFailure(thrown('ENOENT', { path: '/x', syscall: 'open' }))).toBeNull();
  expect(diskFailure(thrown('EEXIST', { path: '/x' }))).toBeNull();
  expect(diskFailure(thrown('EINVAL'))).toBeNull();
  expect(diskFailure(new TypeError('x'))).toBeNull();
});
