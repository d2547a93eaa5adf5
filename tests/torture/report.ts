// Printed output: a line per round, the command that repeats a failed one, and the table.

import type { TortureOptions } from './options.ts';
import type { Plan } from './plan.ts';
import type { Verdict } from './round.ts';

interface Row {
  rounds: number;
  strikes: number;
  readonly failed: number[];
}

const commandOf = (
  { seed, store }: Plan,
  { nemeses, ticks }: Pick<TortureOptions, 'nemeses' | 'ticks'>,
): string =>
  `npm run torture -- --seed ${seed} --store ${store}${ticks === 24 ? '' : ` --ticks ${ticks}`}${nemeses.length === 0 ? '' : ` --nemeses ${nemeses.join()}`}`;

const SENTENCE_CHARS_MAX = 900;

export const createReport = (say: (line: string) => void) => {
  const rows = new Map<string, Row>();
  let rounds = 0;
  let failed = 0;
  const count = (name: string, strikes: number, plan: Plan, isFailed: boolean): void => {
    const row = rows.get(name) ?? { rounds: 0, strikes: 0, failed: [] };
    row.rounds += 1;
    row.strikes += strikes;
    if (isFailed) row.failed.push(plan.seed);
    rows.set(name, row);
  };
  return {
    failed: () => failed,
    add: (plan: Plan, verdict: Verdict, options: TortureOptions): void => {
      const { findings, known, struck, acknowledged, seconds, folder } = verdict;
      const isFailed = findings.length > 0;
      rounds += 1;
      if (isFailed) failed += 1;
      for (const [name, strikes] of struck) count(name, strikes, plan, isFailed);
      if (struck.size === 0) count('(nothing)', 0, plan, isFailed);
      const what = [...struck].map(([name, strikes]) => `${name}×${strikes}`).join(' ') || 'nothing struck';
      const also = known.length === 0 ? '' : `  known: ${known.join(', ')}`;
      say(
        `${isFailed ? 'FAILED' : 'held  '} seed ${plan.seed} ${plan.store} ${plan.rest} ${acknowledged} saved ${seconds.toFixed(0)} s  ${what}${also}`,
      );
      if (options.isOne)
        say(`    answers: ${[...verdict.answers].map(([kind, times]) => `${kind} ${times}`).join(', ')}`);
      if (options.isOne)
        say(`    ${[...verdict.phases].map(([name, spent]) => `${name} ${spent.toFixed(1)} s`).join(', ')}`);
      for (const { check, sentence } of findings)
        say(`    ${check}: ${sentence.slice(0, SENTENCE_CHARS_MAX)}`);
      if (isFailed) say(`    again: ${commandOf(plan, options)}`);
      if (folder !== null) say(`    kept: ${folder}`);
    },
    table: (): void => {
      say(`\n${rounds} rounds, ${failed} failed\n`);
      say('| fault | rounds | strikes | result |');
      say('| --- | --- | --- | --- |');
      for (const [name, row] of [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)))
        say(
          `| ${name} | ${row.rounds} | ${row.strikes} | ${row.failed.length === 0 ? 'held' : `${row.failed.length} rounds failed: ${row.failed.join(', ')}`} |`,
        );
    },
  };
};
