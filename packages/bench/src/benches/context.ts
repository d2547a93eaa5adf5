/** Measures the share of wanted facts in the context block at the start of a session. Vaults are generated, and no model is used. */
import { boundsOf, type Engine, extract, summaryRowOf } from '@cairn/core';
import { named, type Row, shareRow } from '../report.ts';
import { HELD_OUT } from '../told/facts/held-out.ts';
import { HOUSEHOLD } from '../told/facts/household.ts';
import { RESEARCH } from '../told/facts/research.ts';
import { SOFTWARE } from '../told/facts/software.ts';
import { measureTold, type Told } from '../told/told.ts';
import type { Bench } from '../world.ts';

/** Lowest accepted share of wanted facts, by budget in tokens. */
const TARGETS: ReadonlyMap<number, number> = new Map([
  [500, 0.8],
  [1_000, 0.92],
]);
const QUICK_SIZE_MAX = 200;

export const context: Bench = async (world) => {
  const sets = { made: [...SOFTWARE, ...RESEARCH, ...HOUSEHOLD], 'held-out': HELD_OUT };
  const rows: Row[] = [];
  for (const [set, vaults] of Object.entries(sets)) {
    const asked = vaults.filter(({ size }) => !world.quick || size <= QUICK_SIZE_MAX);
    world.say(`context: ${asked.length} vaults, ${set}`);
    rows.push(...rowsOf(set, await measureTold(asked, summarise)));
  }
  return rows;
};

const rowsOf = (set: string, told: readonly Told[]): readonly Row[] =>
  [...TARGETS].flatMap(([budget, target]) => {
    const of = told.filter((one) => one.budget === budget);
    const nameOf = (id: string, what: string) =>
      named(`context.${set}.${budget}${id}`, `${set}, ${budget} tokens: ${what}`, 'share');
    const row = (figure: 'newest' | 'random' | 'used', what: string): Row => {
      const samples = of.map((one) => one[figure]);
      return shareRow(nameOf(`.${figure}`, what), samples, null);
    };
    const shares = of.map(({ share }) => share);
    return [
      shareRow(nameOf('', 'wanted facts told'), shares, target),
      row('newest', 'told by the newest'),
      row('random', 'told by any'),
      row('used', 'of the tokens used'),
      ...of.map(({ vault, share }) => shareRow(nameOf(`.${vault}`, `· ${vault}`), [share], null)),
    ];
  });

/** Writes the summaries as the daemon does without a model: by extraction. */
const summarise = async (engine: Engine): Promise<void> => {
  const { waiting } = await engine.summaryProjects();
  let made = 0;
  for (const { project } of waiting)
    for (;;) {
      const found = await engine.findSummaryWork({ kind: 'batch', project });
      if (found === null) break;
      const { task } = found;
      const drafted = extract(task.notes, boundsOf(task.type));
      const summary = summaryRowOf(task, drafted, { id: `s_${++made}`, model: null, nowMs: Date.now() });
      if (!(await engine.keepSummary({ summary, replaces: task.replaces, marks: task.marks }))) break;
      if (found.older !== null) await engine.markBacklog(project, found.older);
    }
};
