// Measures how much later an agent asks its model, and ends, with Cairn than without. Runs alternate, so that both have the same load.

import type { Check } from '../check.ts';
import type { AgentRun, Machine } from '../machine.ts';

const PAIRS = 9;
/** Bounds for a machine without other load. */
const FIRST_MS_MAX = 150;
const END_MS_MAX = 100;
/** More memories than a session's start brings, so that a prompt has something to find. */
const MEMORIES = 40;

interface Times {
  readonly first: number;
  readonly end: number;
}

const timesOf = ({ firstMs, ms, asked }: AgentRun): Times => {
  const last = asked.at(-1)?.at ?? 0;
  const before = firstMs === null ? 0 : last - (asked[0]?.at ?? 0) + firstMs;
  return { first: firstMs ?? Number.NaN, end: ms - before };
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const run = async (machine: Machine): Promise<Times> =>
  timesOf(await machine.run('Where do the notes lie?', [{ say: 'In folder 7.' }]));

export const times: Check = {
  name: 'the time that it adds',
  isLong: true,
  isFor: ({ name }) => name === 'claude-code' || name === 'codex',
  play: async (machine, hold) => {
    const { agent, cairn } = machine;
    for (let n = 0; n < MEMORIES; n += 1)
      await cairn(['save', `Team ${n} keeps its notes in folder ${n * 7}.`]);
    const pairs: { readonly bare: Times; readonly with: Times }[] = [];
    // The first pair warms up both sides.
    for (let n = 0; n <= PAIRS; n += 1) {
      await cairn(['uninstall', agent.name]);
      const bare = await run(machine);
      await cairn(['install', agent.name]);
      const pair = { bare, with: await run(machine) };
      if (n > 0) pairs.push(pair);
    }
    const shown = (part: keyof Times) => {
      const bare = median(pairs.map((pair) => pair.bare[part]));
      const added = median(pairs.map((pair) => pair.with[part] - pair.bare[part]));
      return { added, says: `${added.toFixed(0)} ms more than ${bare.toFixed(0)}` };
    };
    const [first, end] = [shown('first'), shown('end')];
    process.stdout.write(`  ${agent.name}: the first question comes ${first.says}, the end ${end.says}\n`);
    hold(`the first question comes at most ${FIRST_MS_MAX} ms later`, first.added <= FIRST_MS_MAX, pairs);
    hold(`it ends at most ${END_MS_MAX} ms later`, end.added <= END_MS_MAX, pairs);
  },
};
