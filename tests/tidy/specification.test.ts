import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, readText, root } from './source-files.ts';

/** The page that says of every feature of the four systems where it is, by rule, test and command. */
const PAGE = 'docs/specification.md';

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

const rows: readonly Row[] = readText(PAGE)
  .split('\n')
  .flatMap((text, at) => {
    if (!text.startsWith('|')) return [];
    const cells = text
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const isHead = cells[0] === 'feature' || cells.every((cell) => /^-+$/.test(cell));
    return isHead ? [] : [{ line: at + 1, cells }];
  });

const specs = listFiles('packages')
  .filter((path) => /^packages\/[^/]+\/SPEC\.md$/.test(path))
  .map(readText)
  .join('\n');
const words = listFiles('packages/local-daemon/src/cli/words').map(readText).join('\n');
const tools = listFiles('packages/local-daemon/src/mcp/tools').map(readText).join('\n');
const routes = readText('docs/http-api.md');

const isKnown = (use: string): boolean => {
  if (use.startsWith('cairn ')) return words.includes(`path: '${use.slice('cairn '.length)}'`);
  return use.includes(' /') ? routes.includes(use) : tools.includes(`'${use}'`);
};

const faultsOf = ({ line, cells }: Row): readonly string[] => {
  const [feature = '', rule = '', proof = '', use = ''] = cells;
  const faults: string[] = [];
  if (cells.length !== 4 || cells.includes('')) faults.push('has an empty cell');
  if (!specs.includes(`- **${rule}** `)) faults.push(`names ${rule}, which no SPEC.md lists`);
  if (!existsSync(join(root, proof))) faults.push(`names ${proof}, which is not there`);
  else if (!new RegExp(`\\[[^\\]]*\\b${rule}\\b`).test(readText(proof)))
    faults.push(`names ${proof}, no test of which names ${rule}`);
  if (!isKnown(use.replaceAll('`', ''))) faults.push(`names ${use}, which nobody knows`);
  return faults.map((fault) => `${PAGE}:${line} "${feature}" ${fault}`);
};

describe('the page of features', () => {
  test('has a row for each, none empty, each with a rule, a test and a command that are there', () => {
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.flatMap(faultsOf)).toEqual([]);
  });
});
