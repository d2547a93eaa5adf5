/** Measures the quality of searches and prompts: nearly 500 questions about generated vaults, and questions without an answer. */
import { askSet, type Mode, type Outcome, SIZES } from '../prompts/asked.ts';
import { FRESH_SET, HELD_OUT_SET, TUNE_SET } from '../prompts/sets.ts';
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

/** Returns 1 for each item that passes and 0 for each that fails. Their mean is the share. */
const hitsOf = <T>(all: readonly T[], holds: (one: T) => boolean): readonly number[] =>
  all.map((one) => (holds(one) ? 1 : 0));

const meanOf = (hits: readonly number[]): number =>
  hits.reduce((sum, hit) => sum + hit, 0) / Math.max(1, hits.length);

const rowsOf = ({ set, size, mode }: Setting, { answered, silent }: Outcome): readonly Row[] => {
  const name = (id: string, what: string, unit = 'share') => ({
    ...{ id: `prompts.${set.name}.${size}.${mode}.${id}`, unit },
    what: `${set.name}, ${size} memories, ${mode}: ${what}`,
  });
  const isAmong = (place: number | null, first: number): boolean => place !== null && place < first;
  const inTop = answered.filter(({ place }) => isAmong(place, TOP));
  const bullets = answered.reduce((sum, one) => sum + one.bullets, 0);
  const brought = answered.filter(({ isBrought }) => isBrought).length;
  const wrong = (kind: 'nonsense' | 'foreign', what: string) =>
    factRow(
      name(kind, what),
      meanOf(
        hitsOf(
          silent.filter((one) => one.kind === kind),
          ({ found }) => found > 0,
        ),
      ),
      WRONG_BELOW,
    );
  const bySearch = [
    shareRow(
      name('first', 'first'),
      hitsOf(answered, ({ place }) => place === 0),
      FIRST_MIN,
    ),
    shareRow(
      name('top', 'in the top three'),
      hitsOf(answered, ({ place }) => isAmong(place, TOP)),
      TOP_MIN,
    ),
    wrong('nonsense', 'nothing saved, and answered'),
    wrong('foreign', 'another language, and answered'),
  ];
  const lost = meanOf(hitsOf(inTop, ({ isBrought }) => !isBrought));
  return [
    ...bySearch,
    factRow(name('lost', 'in the top three, and not brought to a prompt'), lost, WRONG_BELOW),
    shareRow(
      name('relevant', 'of the bullets of prompts wanted'),
      [brought / Math.max(1, bullets)],
      RELEVANT_MIN,
    ),
    factRow(
      name('tokens', 'most tokens of a prompt', 'tokens'),
      Math.max(...answered.map(({ tokens }) => tokens)),
      TOKENS_BELOW,
    ),
  ];
};
