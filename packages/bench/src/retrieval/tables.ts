/** The document as tables for people. */
import { CATEGORIES } from './conversation.ts';
import type { RetrievalDocument } from './document.ts';
import type { ByCategory, RankingFigures } from './metrics.ts';
import { type PerSystem, SYSTEMS } from './systems.ts';

export const retrievalTables = ({ data, facts }: RetrievalDocument): string =>
  [
    `${data.conversations} conversations, ${data.questions} questions (${data.source}), sha256 ${data.sha256}`,
    rankingTable('facts', facts),
    '',
  ].join('\n\n');

const rankingTable = (what: string, figures: PerSystem<ByCategory<RankingFigures>>): string => {
  const categories = Object.entries(CATEGORIES);
  const head = [what, 'R@5', 'R@10', 'R@20', 'MRR', 'nDCG@10', 'strict@10'];
  return tableOf([
    [...head, ...categories.map(([, name]) => `R@10 ${name}`)],
    ...SYSTEMS.map((system) => {
      const all = figures[system];
      const main = [all.recall5, all.recall10, all.recall20, all.mrr, all.ndcg10, all.strict10];
      const each = Object.entries(CATEGORIES).map(
        ([category]) => Object.entries(all.perCategory).find(([name]) => name === category)?.[1].recall10,
      );
      return [system, ...[...main, ...each].map(shown)];
    }),
  ]);
};

const shown = (figure: number | undefined): string => (figure === undefined ? '-' : figure.toFixed(3));

const tableOf = (lines: readonly (readonly string[])[]): string => {
  const widths = (lines[0] ?? []).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const lineOf = (line: readonly string[]): string =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const [head = [], ...rest] = lines;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rest.map(lineOf)].join('\n');
};
