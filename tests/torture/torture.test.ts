// A minute of `npm run torture`, from fixed seeds. The hours are in `npm run check:full` and by hand.

import { expect, test } from 'vitest';
import { knownName } from './known.ts';
import { NEMESES } from './nemeses/index.ts';
import { makePlan } from './plan.ts';
import { playRound } from './round.ts';

const FIRST_SEED = 1_001;
const TICKS = 8;
/** A round more is begun before that, and takes 10 s, on a busy machine 40. */
const BEGIN_MS_MAX = 25_000;
/** Those that are over soon, on every machine. */
const STRIKING = [
  'kill-daemon',
  'kill-server',
  'stop-daemon',
  'net-cut',
  'net-drop-answers',
  'net-duplicate',
  'net-reset-mid-answer',
  'net-503',
];

test('killed, stopped and cut off while they work, devices keep what they promised and end equal', {
  timeout: 240_000,
}, async () => {
  const started = performance.now();
  const struck = new Set<string>();
  for (let seed = FIRST_SEED; performance.now() - started < BEGIN_MS_MAX; seed += 1) {
    const plan = makePlan({ seed, store: 'pglite', rest: 'asked', ticks: TICKS, nemeses: STRIKING });
    const verdict = await playRound(plan, { nemeses: NEMESES, postgres: null, older: null, keep: false });
    expect(verdict.findings, `npm run torture -- --seed ${seed}`).toEqual([]);
    expect(verdict.acknowledged).toBeGreaterThan(0);
    for (const name of verdict.struck.keys()) struck.add(name);
  }
  expect(struck.size).toBeGreaterThan(0);
});

test('a known fault excuses only what it is about', () => {
  const lost = { check: 'promise', sentence: 'acknowledged and not there' } as const;
  const names = NEMESES.map(({ name }) => name);
  expect(knownName(lost, names)).toBeNull();
  expect(knownName({ check: 'equal', sentence: 'two devices differ' }, names)).toBeNull();
  expect(knownName({ check: 'secret', sentence: 'a secret stands in a log' }, names)).toBeNull();
});
