// A round of `npm run torture` from a fixed seed in which every nemesis strikes. `npm run check:full` runs hours of it.

import { expect, test } from 'vitest';
import { createFindings } from './findings.ts';
import { judgeEqual } from './judge/equal.ts';
import { judgeRead, type Seen } from './judge/read.ts';
import type { Snapshot } from './judge/snapshot.ts';
import { knownName } from './known.ts';
import { createLedger } from './ledger.ts';
import { NEMESES } from './nemeses/index.ts';
import { makePlan } from './plan.ts';
import { playRound } from './round.ts';

/** A seed with which no nemesis strikes only in the last moments, or is hidden by another one on the same line. */
const SEED = 1_059;
const TICKS = 8;
/** Nemeses that end soon on every machine, in the order of `NEMESES`. */
const STRIKING = [
  'kill-daemon',
  'kill-server',
  'stop-daemon',
  'net-cut',
  'net-reset-mid-answer',
  'net-duplicate',
  'net-drop-answers',
  'net-503',
];

test('killed, stopped and cut off while they work, devices keep what they promised and end equal', {
  timeout: 240_000,
}, async () => {
  const plan = makePlan({
    ...{ seed: SEED, store: 'pglite', rest: 'asked', ticks: TICKS, nemeses: STRIKING, isAll: true },
  });
  const verdict = await playRound(plan, { nemeses: NEMESES, postgres: null, older: null, keep: false });
  const again = `npm run torture -- --seed ${SEED} --store pglite --ticks ${TICKS} --nemeses ${STRIKING.join()}`;
  expect(verdict.findings, again).toEqual([]);
  expect(verdict.acknowledged).toBeGreaterThan(0);
  expect([...verdict.struck.keys()].toSorted()).toEqual(STRIKING.toSorted());
});

test('a known fault excuses only what it is about', () => {
  const lost = { check: 'promise', sentence: 'acknowledged and not there' } as const;
  const names = NEMESES.map(({ name }) => name);
  expect(knownName(lost, names)).toBeNull();
  const told = { check: 'history', sentence: 'a and b tell 1 histories differently' } as const;
  expect(knownName(told, names)).toBeNull();
  expect(knownName({ check: 'equal', sentence: 'two devices differ' }, names)).toBeNull();
  expect(knownName({ check: 'secret', sentence: 'a secret stands in a log' }, names)).toBeNull();
});

test('a history that is told differently is a finding, also when only one device says that something is missing', () => {
  const told = (versions: string, isSaid: boolean): readonly string[] => {
    const findings = createFindings();
    const snapshot = (device: string, versions: string, isIncomplete: boolean): Snapshot => ({
      ...{ device, heads: [], all: [], head: 1, histories: new Map([['k_1', { versions, isIncomplete }]]) },
    });
    judgeEqual({ findings }, [snapshot('a', 'one < two', false), snapshot('b', versions, isSaid)]);
    return findings.all().map(({ check }) => check);
  };
  expect(told('two', false)).toEqual(['history']);
  expect(told('two', true)).toEqual(['history']);
  expect(told('one < two', true)).toEqual(['history']);
  expect(told('one < two', false)).toEqual([]);
});

test('a read that misses what its device acknowledged is a finding, but not before a device whose file was put back has shown it', () => {
  const ledger = createLedger(0);
  const more = { pinned: true, tags: ['red'], isShared: false };
  const entry = ledger.add('phone', 'm_1', 'a text', more);
  const read = (seen: Seen): number => {
    const findings = createFindings();
    judgeRead(findings, 'phone', entry, seen);
    return findings.all().length;
  };
  const memory = { content: 'a text', pinned: true, tags: ['red'] };
  const misses: readonly Seen[] = [
    { by: 'search', contents: [] },
    { by: 'list', contents: ['another'] },
    { by: 'get', memory: null },
    { by: 'get', memory: { ...memory, pinned: false } },
    { by: 'get', memory: { ...memory, tags: [] } },
  ];
  expect(misses.map(read)).toEqual([1, 1, 1, 1, 1]);
  ledger.putBack('desktop');
  expect(misses.map(read)).toEqual([1, 1, 1, 1, 1]);
  ledger.putBack('phone');
  expect(misses.map(read)).toEqual([0, 0, 0, 0, 0]);
  expect(read({ by: 'get', memory })).toBe(0);
  expect(misses.map(read)).toEqual([1, 1, 1, 1, 1]);
});
