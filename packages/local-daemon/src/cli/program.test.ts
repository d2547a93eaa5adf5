import { expect, test } from 'vitest';
import { cellsOf } from './output/cells.ts';
import { parseCommandLine } from './program.ts';
import { createStyle } from './style.ts';
import { ALL_COMMANDS } from './words/groups.ts';

test.each([40, 59, 80])('[TE-1] the help of every command fits %i columns', (width) => {
  const style = createStyle(true, width);
  for (const { path } of ALL_COMMANDS) {
    const help = parseCommandLine([...path.split(' '), '--help'], style);
    // Examples and the usage are commands, which stay whole.
    const [, text = ''] = help.kind === 'text' ? help.text.split(/Usage:.*\n/) : [];
    expect(text).toContain('--json');
    expect(
      text.split('\n').filter((line) => cellsOf(line) > width),
      path,
    ).toEqual([]);
  }
});
