/** Formats the results of the retrieval benchmark as tables. */
import { alignedLines } from '../report.ts';
import { CATEGORIES } from './conversation.ts';
import type { RetrievalDocument } from './evaluate.ts';
import type { ByCategory, RankingFigures, SessionFigures } from './metrics.ts';
import { type PerSystem, SYSTEMS } from './systems.ts';

export const retrievalTables = ({ data, embedder, turns, sessions, facts, felt }: RetrievalDocument) =>
  [
    `${data.conversations} conversations, ${data.questions} questions (${data.source}), sha256 ${data.sha256}`,
    `embedder: ${embedder ?? 'none, so all of ours rank by words alone'}`,
    rankingTable('turns', turns),
    figuresTable(
      'sessions',
      Object.fromEntries(SYSTEMS.map((system) => [system, withoutCategories(sessions[system])])),
    ),
    rankingTable('facts', facts),
    ...feltTables(felt),
    '',
  ].join('\n\n');

type Felt = RetrievalDocument['felt'];

const feltTables = (felt: Felt): readonly string[] => [
  figuresTable('facts that were superseded', felt.staleFacts),
  ...Object.entries(felt.leakage).map(([kind, figures]) =>
    figuresTable(`one store for all: ${kind} of others`, figures),
  ),
  ...Object.entries(felt.abstention).map(([kind, figures]) =>
    figuresTable(`knowing that nothing is known: ${kind}`, figures),
  ),
  ...Object.entries(felt.economy).flatMap(([kind, { lexical, hybrid }]) => [
    figuresTable(`evidence in a block: ${kind}, lexical`, byTokens(lexical)),
    figuresTable(`evidence in a block: ${kind}, hybrid`, byTokens(hybrid)),
  ]),
  figuresTable('the same said again', { all: felt.duplicates }),
  figuresTable('found at once', { all: felt.writeToRecall }),
];

const withoutCategories = ({ perCategory: _, ...figures }: ByCategory<SessionFigures>) => figures;

const byTokens = (blocks: Felt['economy']['facts']['lexical']) =>
  Object.fromEntries(blocks.map(({ tokens, ...figures }) => [`${tokens} tokens`, figures]));

/** Returns a table with one line per name and one column per figure. */
const figuresTable = (what: string, lines: Readonly<Record<string, object>>): string => {
  const [first = {}] = Object.values(lines);
  return alignedLines([
    [what, ...Object.keys(first)],
    ...Object.entries(lines).map(([name, figures]) => [name, ...Object.values(figures).map(String)]),
  ]);
};

const rankingTable = (what: string, figures: PerSystem<ByCategory<RankingFigures>>): string => {
  const categories = Object.entries(CATEGORIES);
  const head = [what, 'R@10 between', 'R@5', 'R@10', 'R@20', 'MRR', 'nDCG@10', 'strict@10'];
  return alignedLines([
    [...head, ...categories.map(([, name]) => `R@10 ${name}`)],
    ...SYSTEMS.map((system) => {
      const all = figures[system];
      const main = [all.recall5, all.recall10, all.recall20, all.mrr, all.ndcg10, all.strict10];
      const each = Object.entries(CATEGORIES).map(
        ([category]) => Object.entries(all.perCategory).find(([name]) => name === category)?.[1].recall10,
      );
      const [from, to] = all.recall10Between;
      return [system, `${shown(from)}-${shown(to)}`, ...[...main, ...each].map(shown)];
    }),
  ]);
};

const shown = (figure: number | undefined): string => (figure === undefined ? '-' : figure.toFixed(3));
