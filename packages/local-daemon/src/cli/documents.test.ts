// The commands that documents show, read by the program's own parser.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseCommandLine } from './program.ts';

const root = join(import.meta.dirname, '../../../..');
const pages = [
  'README.md',
  ...['docs', 'docs/integrations'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((path) => path.endsWith('.md') && existsSync(join(root, path)));

/** Words of a shell's line up to what ends the command: a comment, a pipe, `>`, `<`, `&&`. */
const wordsOf = (line: string): readonly string[] => {
  const words: string[] = [];
  for (const [, double, single, bare] of line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)) {
    if (bare !== undefined && /^(?:#|\||>|<|&&|;)/.test(bare)) break;
    words.push(double ?? single ?? bare ?? '');
  }
  return words;
};

const commandsIn = (page: string): readonly string[] => {
  const blocks = page.matchAll(/```sh\n([\s\S]*?)```/g);
  const lines = Array.from(blocks, ([, block = '']) => block.split('\n')).flat();
  const inShell = lines.flatMap((line) => line.split(/\s(?:\||&&)\s/));
  return inShell
    .map((line) =>
      line
        .trim()
        .replace(/^(?:[A-Z_]+=\S+ )+/, '')
        .replace(/^bin\/cairn /, 'cairn '),
    )
    .filter((line) => /^cairn(?: |$)/.test(line));
};

test.each(pages)('[TE-10] the commands of %s are commands of the program', (path) => {
  for (const line of commandsIn(readFileSync(join(root, path), 'utf8'))) {
    const parsed = parseCommandLine(wordsOf(line).slice(1));
    expect(parsed.kind === 'failure' ? `${line}: ${parsed.failure.message}` : 'fine').toBe('fine');
  }
});

test('[TE-10] the documents that people begin with show commands', () => {
  for (const name of ['README.md', 'docs/getting-started.md', 'docs/two-devices.md', 'docs/privacy.md'])
    expect(commandsIn(readFileSync(join(root, name), 'utf8')).length, name).toBeGreaterThan(2);
});
