// Restoring forgotten memories, or deleting them forever.
import { listResult } from '@cairn/schema';
import { expect, test } from 'vitest';
import { deviceForTest, found, saved, terminalForTest } from './typing.ts';

test('[M-16] what was forgotten is in the trash, comes back by a row or a part of its id, or ends', async () => {
  const own = await deviceForTest('trash');
  const [gate, roof, cellar] = [
    await saved(own, 'The gate is green', '-t', 'gate'),
    await saved(own, 'The roof is red'),
    await saved(own, 'The cellar is wet'),
  ];
  const hint = /`cairn (trash restore \S+)`/.exec((await own.run(['forget', gate])).err)?.[1] ?? '';
  expect((await own.run(hint.split(' '))).out).toContain('Saved 1 memory again');
  const [again] = (await own.json(listResult, ['list', '-t', 'gate'])).memories;
  expect((await own.run(['forget', again?.id ?? '', roof, cellar])).err).toContain('`--all`');
  expect(await found(own)).toEqual([]);
  const terminal = terminalForTest(own);
  const listed = (await terminal.run('cairn trash')).lines.join('\n');
  expect(listed).toMatch(/@1.*@2.*@3/s);
  for (const text of ['The gate is green', 'The roof is red', 'The cellar is wet'])
    expect(listed).toContain(text);
  const row = /@(\d)[^@]*The gate is green/.exec(listed)?.[1];
  expect((await terminal.run(`cairn trash restore @${row}`)).lines.join('')).toContain(
    'Saved 1 memory again',
  );
  expect(await found(own, '-t', 'gate')).toEqual(['The gate is green']);
  const part = await own.run(['trash', 'restore', roof.slice(-7), 'm_unknown']);
  expect([part.code, part.out, part.err]).toEqual([
    5,
    expect.stringContaining('Saved 1 memory again'),
    expect.stringContaining('1 of the ids is not in the trash.'),
  ]);
  expect(await own.fails(1, ['trash', 'restore', gate])).toMatchObject({ kind: 'not_found' });
  expect(await own.fails(2, ['trash', 'restore'])).toMatchObject({ kind: 'usage' });
  expect((await own.fails(2, ['trash', 'empty'])).message).toContain('--yes');
  expect((await own.run(['trash', 'empty', '--yes'])).out).toContain('Erased 1 memory for good.');
  const [last] = JSON.parse((await own.run(['list', '--json'])).out).memories;
  expect((await own.run(['forget', last.id, '--for-good'])).err).not.toContain('trash');
  expect((await own.run(['trash'])).err).toContain('The trash is empty');
});

test('[M-16] the hint after a forget names what is in the trash, and nothing where it is gone for good', async () => {
  const own = await deviceForTest('trash-hint');
  const old = await saved(own, 'The gate is green');
  await own.run(['supersede', old, 'The gate is blue']);
  const hint = /`cairn (trash restore \S+)`/.exec((await own.run(['forget', old])).err)?.[1] ?? '';
  expect((await own.run(hint.split(' '))).out).toContain('Saved 1 memory again');
  expect(await found(own)).toEqual(['The gate is blue']);
  const roof = await saved(own, 'The roof is red');
  await own.run(['forget', roof]);
  const again = await own.run(['forget', roof]);
  expect([again.code, again.err]).toEqual([0, expect.stringContaining('gone for good')]);
  expect(again.err).not.toContain('restore');
  const cellar = await saved(own, 'The cellar is wet');
  expect((await own.run(['forget', cellar, roof])).err).toContain(`trash restore ${cellar}`);
});
