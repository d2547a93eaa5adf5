/** Measures the quality of searches and prompts: nearly 500 questions about generated vaults, and questions without an answer. */
import { type Answered, askSet, type Mode, type Outcome, SIZES } from '../prompts/asked.ts';
import { FRESH_SET } from '../prompts/fresh.ts';
import { HELD_OUT_SET } from '../prompts/held-out.ts';
import { TUNE_SET } from '../prompts/tune.ts';
import type { QuestionSet } from '../prompts/vault.ts';
import { factRow, type Row, shareRow } from '../report.ts';
import { type Embedding, openEmbedding } from '../retrieval/embedding.ts';
import type { Bench } from '../world.ts';

/** Lowest accepted shares of questions whose wanted memory is first, and among the first `TOP`. */
const FIRST_MIN = 0.8;
const TOP_MIN = 0.93;
const TOP = 3;
/** Lowest accepted share of a prompt's bullets that were wanted. */
const RELEVANT_MIN = 0.5;
const TOKENS_BELOW = 401;
/** Bound for the share of wrongly answered questions. */
const WRONG_BELOW = 0.021;
/** Groups of questions that `--quick` asks, a tenth of all questions. */
const QUICK_GROUPS = ['deutsch', '日本語'];

export const prompts: Bench = async (world) => {
  const embedding = world.quick ? null : openEmbedding();
  if (embedding !== null) world.cleanup.add(embedding.close);
  const rows: Row[] = [];
  for (const set of world.quick ? [TUNE_SET, HELD_OUT_SET] : [TUNE_SET, HELD_OUT_SET, FRESH_SET])
    for (const size of world.quick ? [60] : SIZES)
      for (const mode of embedding === null ? (['text'] as const) : (['text', 'hybrid'] as const)) {
        world.say(`prompts: ${set.name}, ${size} memories, ${mode}`);
        const groups = world.quick ? QUICK_GROUPS : undefined;
        rows.push(
          ...rowsOf({ set, size, mode, embedding }, await askSet(set, size, mode, embedding, groups)),
        );
      }
  return rows;
};

interface Setting {
  readonly set: QuestionSet;
  readonly size: number;
  readonly mode: Mode;
  readonly embedding: Embedding | null;
}

const rowsOf = ({ set, size, mode }: Setting, { answered, silent }: Outcome): readonly Row[] => {
  const name = (id: string, what: string, unit = 'share') => ({
    ...{ id: `prompts.${set.name}.${size}.${mode}.${id}`, unit },
    what: `${set.name}, ${size} memories, ${mode}: ${what}`,
  });
  const isInTop = ({ place }: Answered): boolean => place !== null && place < TOP;
  const shared = (id: string, what: string, holds: (one: Answered) => boolean, atLeast: number): Row =>
    shareRow(
      name(id, what),
      answered.map((one) => Number(holds(one))),
      atLeast,
    );
  const wrong = (id: string, what: string, areWrong: readonly boolean[]): Row =>
    factRow(name(id, what), areWrong.filter(Boolean).length / Math.max(1, areWrong.length), WRONG_BELOW);
  const answeredOf = (kind: 'nonsense' | 'foreign'): readonly boolean[] =>
    silent.filter((one) => one.kind === kind).map(({ found }) => found > 0);
  const lost = answered.filter(isInTop).map(({ isBrought }) => !isBrought);
  const bullets = answered.reduce((sum, one) => sum + one.bullets, 0);
  const brought = answered.filter(({ isBrought }) => isBrought).length;
  const tokens = Math.max(...answered.map((one) => one.tokens));
  return [
    shared('first', 'first', ({ place }) => place === 0, FIRST_MIN),
    shared('top', 'in the top three', isInTop, TOP_MIN),
    wrong('nonsense', 'nothing saved, and answered', answeredOf('nonsense')),
    wrong('foreign', 'another language, and answered', answeredOf('foreign')),
    wrong('lost', 'in the top three, and not brought to a prompt', lost),
    shareRow(
      name('relevant', 'of the bullets of prompts wanted'),
      [brought / Math.max(1, bullets)],
      RELEVANT_MIN,
    ),
    factRow(name('tokens', 'most tokens of a prompt', 'tokens'), tokens, TOKENS_BELOW),
  ];
};
