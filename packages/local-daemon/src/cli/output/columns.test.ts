import { describe, expect, test } from 'vitest';
import { createStyle, oneLine } from '../style.ts';
import { cellsOf, cutToCells, padCells, wrapCells } from './cells.ts';
import { columns, facts } from './columns.ts';

describe('[TE-1] cells', () => {
  test.each([
    ['', 0],
    ['plain', 5],
    ['naïve Ångström', 14],
    ['e\u0301a', 2],
    ['日本語', 6],
    ['サーバー', 8],
    ['データベース・メモ', 18],
    ['𗀀☰', 4],
    ['ｶﾞ', 2],
    ['한글', 4],
    ['ＡＢ', 4],
    ['שלום', 4],
    ['👍🏽', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['🇩🇪', 2],
    ['1️⃣', 2],
    ['✓ ☂', 3],
    ['\u001b[31mred\u001b[39m', 3],
  ])('%j takes %i', (text, cells) => {
    expect(cellsOf(text)).toBe(cells);
  });

  test('what is cut stays within its cells and splits no character', () => {
    const text = 'a👩‍👩‍👧‍👦日本語 und so weiter';
    for (let max = 2; max < 24; max++) {
      const cut = cutToCells(text, max);
      expect(cellsOf(cut)).toBeLessThanOrEqual(max);
      expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true);
    }
    expect([cutToCells(text, 3), cutToCells(text, 4)]).toEqual(['a…', 'a👩‍👩‍👧‍👦…']);
    expect(oneLine('日\n\u001b[31m本', 6)).toBe('日 \ufffd[…');
    expect(oneLine('日\n本', 5)).toBe('日 本');
    // A file of Windows ends its lines so. A return alone moves the cursor.
    expect(oneLine('one\r\n\r\ntwo\rx', 20)).toBe('one two\ufffdx');
  });

  test('padding and wrapping count cells, and leave a long word whole', () => {
    expect([padCells('日', 4), padCells('日', 4, 'right')]).toEqual(['日  ', '  日']);
    expect(wrapCells('to a /very/long/path here', 8)).toEqual(['to a', '/very/long/path', 'here']);
    expect(wrapCells('日本 語の', 5)).toEqual(['日本', '語の']);
    expect(wrapCells('anything at all', null)).toEqual(['anything at all']);
  });
});

describe('[TE-1] tables', () => {
  const head = [
    { title: 'id', whole: true },
    { title: 'name' },
    { title: 'n', align: 'right', whole: true },
    { title: 'note', wraps: true },
  ] as const;
  const rows = [
    [
      'm_01k9x0000000000000000000aa',
      'github.com/somebody/a-long-name',
      '7',
      'NOT LET IN BY ANY DEVICE at all',
    ],
    ['m_01k9x0000000000000000000bb', '日本語の長い長いプロジェクト名', '12345', ''],
  ];

  test.each([60, 80, 200])('fit %i columns, with ids and numbers whole and sentences complete', (width) => {
    const text = columns(head, rows, createStyle(false, width));
    for (const line of text.split('\n')) expect(cellsOf(line)).toBeLessThanOrEqual(width);
    for (const part of ['m_01k9x0000000000000000000aa', '12345']) expect(text).toContain(part);
    const words = text.split(/\s+/);
    for (const word of 'NOT LET IN BY ANY DEVICE at all'.split(' ')) expect(words).toContain(word);
  });

  test('are not cut where nobody watches, and keep their columns in line', () => {
    expect(columns(head, rows, createStyle(false, null)).split('\n')).toEqual([
      'id                            name                                 n  note',
      'm_01k9x0000000000000000000aa  github.com/somebody/a-long-name      7  NOT LET IN BY ANY DEVICE at all',
      'm_01k9x0000000000000000000bb  日本語の長い長いプロジェクト名   12345',
    ]);
  });

  test('a colour is put on after the cell was cut, and control codes never leave a cell', () => {
    const style = createStyle(true, 20);
    const paint = (cell: string, row: readonly string[]) => (row[1] === 'bad' ? style.red(cell) : cell);
    const text = columns(
      [
        { title: 'what', paint },
        { title: 'how', whole: true },
      ],
      [['\u001b[2Jx $& y', 'bad']],
      style,
    );
    expect(text.split('\n')[1]).toBe('\u001b[31m\ufffd[2Jx $& y\u001b[39m  bad');
  });

  test('[TR-13] a line break in a cell makes no row', () => {
    const text = columns(
      [{ title: 'name' }, { title: 'id', whole: true }],
      [['a\nb', 'x']],
      createStyle(false, 80),
    );
    expect(text.split('\n')).toEqual(['name  id', 'a b   x']);
  });

  test('facts go on below themselves', () => {
    const text = facts(
      [
        ['sync', 'waiting to try again, 2 changes to send'],
        ['a', 'b'],
      ],
      createStyle(false, 30),
    );
    expect(text.split('\n')).toEqual(['sync  waiting to try again, 2', '      changes to send', 'a     b']);
  });
});
