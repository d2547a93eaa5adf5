import { describe, expect, test } from 'vitest';
import { meantBy, meantText } from './meant.ts';
import { parseCommandLine } from './program.ts';
import { COMMAND_GROUPS } from './words/groups.ts';

const commands = COMMAND_GROUPS.flatMap(({ commands: some }) => some);
const refusal = (line: string): string => {
  const parsed = parseCommandLine(line.split(' '));
  return parsed.kind === 'failure' ? parsed.failure.message : parsed.kind;
};

describe('[TE-3] did you mean', () => {
  test.each([
    ['cluade-code', ['claude-code', 'claude-desktop'], 'claude-code'],
    ['clade', ['claude-code', 'codex'], null],
    ['claude-c', ['claude-code', 'codex'], 'claude-code'],
    ['cusror', ['codex', 'cursor'], 'cursor'],
    ['recall', ['save', 'search'], 'search'],
    ['recall', ['save'], null],
    ['zzz', ['save', 'forget'], null],
    ['', ['save'], null],
  ])('%j among %j is %j', (word, known, meant) => {
    expect(meantBy(word, known)).toBe(meant);
    expect(meantText(word, known)).toBe(meant === null ? '' : ` (Did you mean ${meant}?)`);
  });

  test.each([
    ['sve x', '(Did you mean save?)'],
    ['recall x', '(Did you mean search?)'],
    ['remember x', '(Did you mean save?)'],
    ['undo', '(Did you mean trash restore?)'],
    ['vault creat', '(Did you mean create?)'],
    ['list --pind', '(Did you mean --pinned?)'],
    ['search x --mode txt', '(Did you mean text?)'],
    ['dance', "Unknown command 'dance'. `cairn help all` lists the commands."],
    ['dance --help', "Unknown command 'dance'. `cairn help all` lists the commands."],
    ['serach -h', "Unknown command 'serach' (Did you mean search?)"],
  ])('cairn %s', (line, message) => {
    expect(refusal(line)).toContain(message);
  });

  test('another word for a command is named by its own', () => {
    const paths = new Set(commands.map(({ path }) => path));
    for (const word of ['recall', 'store', 'start', 'stop', 'setup', 'verify', 'manual']) {
      const meant = meantBy(word, [...paths]);
      expect(meant === null || paths.has(meant), `${word}: ${meant}`).toBe(true);
      expect(meant, word).not.toBeNull();
    }
  });
});

describe('[TE-2] help', () => {
  test('begins with an example, for every command', () => {
    for (const { path, examples } of commands) {
      expect(examples.length, path).toBeGreaterThan(0);
      for (const example of examples) expect(example, path).toMatch(/\bcairn /);
      const parsed = parseCommandLine([...path.split(' '), '--help']);
      const text = parsed.kind === 'text' ? parsed.text : '';
      expect(text.split('\n').slice(0, 2), path).toEqual(['Examples:', `  $ ${examples[0]}`]);
    }
  });
});
