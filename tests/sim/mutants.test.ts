/** Tests that the simulator finds the faults that it is there to find. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Mutant } from './device.ts';
import { HOSTILE_MUTANTS } from './hostile-mutants.ts';
import { MUTANTS } from './mutants.ts';
import { RESTORE_MUTANTS } from './restore-mutants.ts';
import { RunFailure, type RunOptions, run } from './run.ts';
import type { Story } from './script.ts';
import { commandOf, findFailure, report } from './seeds.ts';
import { SERVER_MUTANTS } from './server-mutants.ts';

const SEEDS_MAX = 60;
/** Number of seeds for a story. Chance only decides which devices an action picks. */
const STORY_SEEDS_MAX = 3;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Stories that show a mutant which seeds show late or never. */
const STORIES: Readonly<Record<string, Story>> = {
  nameIsOwn: [
    ['save', 0, MINUTE],
    ['save', 1, MINUTE],
    ['save', 2, MINUTE],
    ['revoke, and forge in the name of another', 0, SECOND],
    ['save', 1, 10 * MINUTE],
  ],
  pickyEnds: [
    ['save', 0, MINUTE],
    ['save', 1, MINUTE],
    ['end a memory in other words', 0, 10 * MINUTE],
  ],
  endsUnasked: [
    ['save', 0, MINUTE],
    ['forget', 0, MINUTE],
    ['import what a forgotten memory replaced', 0, MINUTE],
    ['join', 0, 10 * MINUTE],
  ],
  endlessNews: [
    ['save', 0, MINUTE],
    ['lie: circles', 0, 0],
    ['save', 0, 10 * MINUTE],
  ],
  fallsBelow: [
    ...Array.from({ length: 6 }, () => ['write a key', 0, MINUTE] as const),
    ['set the clock back a day', 0, 0],
    ['lie: past', 0, SECOND],
    ...Array.from({ length: 3 }, () => ['write a key', 0, 10 * SECOND] as const),
    ['write a key', 0, 10 * MINUTE],
  ],
  refusedForGood: [
    ['save', 0, MINUTE],
    ['lie: refuse', 0, MINUTE],
    ['save', 0, MINUTE],
    ['save', 1, 5 * MINUTE],
  ],
  collectsEnds: [
    ['save 20', 0, MINUTE],
    ['forget', 0, MINUTE],
    ['sleep for half a year', 1, MINUTE],
  ],
  neverCloses: [
    ['save', 0, MINUTE],
    ['make a new key generation', 0, 30 * MINUTE],
    ['push under an old key', 0, 10 * MINUTE],
  ],
  endlessThere: [
    ['save', 0, MINUTE],
    ['make a new key generation', 0, 0],
    ['cut everybody off', 0, 4 * MINUTE],
    ['push under an old key', 0, 10 * MINUTE],
  ],
};

const storyOf =
  (name: string) =>
  (seed: number, mutant: Mutant | undefined): RunOptions => ({
    ...hostileOptionsFor(seed, mutant),
    steps: 0,
    story: STORIES[name] ?? [],
  });

/** Returns the options of a run in which the server lies. */
const hostileOptionsFor = (seed: number, mutant: Mutant | undefined): RunOptions => ({
  ...optionsFor(seed, mutant),
  steps: 40,
  kind: 'sealed',
  isHostile: true,
});

const optionsFor = (seed: number, mutant: Mutant | undefined): RunOptions => ({
  seed: `mutant ${seed}`,
  steps: 60,
  devices: 3,
  kind: seed % 2 === 0 ? 'readable' : 'sealed',
  isThorough: false,
  ...(mutant === undefined ? {} : { mutant }),
});

interface Search {
  readonly options?: typeof optionsFor;
  /** The seed that is known to notice the mutant. It is tried first. */
  readonly known?: number;
  readonly seedsMax?: number;
}

/** Returns the first seed that notices the mutant, and its sentence; null when none does. */
const caughtBy = async (
  name: string,
  { options = optionsFor, known = 1, seedsMax = SEEDS_MAX }: Search = {},
): Promise<{ readonly seed: number; readonly sentence: string } | null> => {
  const others = Array.from({ length: seedsMax }, (_, index) => index + 1).filter((seed) => seed !== known);
  for (const seed of [known, ...others]) {
    try {
      await run(options(seed, MUTANTS[name]));
    } catch (error) {
      if (!(error instanceof RunFailure)) throw error;
      return { seed, sentence: error.message };
    }
  }
  return null;
};

/**
 * Each row has the broken rule, the mutant, the expected violation, and the seed that showed it last. When the draws of that seed have
 * changed, all seeds are tried.
 */
test.each([
  ['[SY-U4] no row lock: a sequence that commits late', 'noRowLock', /^\[I3\].*lacks/, 1],
  ['[SY-P1] OFFSET paging', 'offsetPaging', /^\[I[13]\].*lacks/, 1],
  ['[SY-P3] a timestamp for a watermark', 'timestampWatermark', /^\[I[13]\].*lacks/, 1],
  ['[SY-P2] a cursor outside the transaction', 'cursorOutside', /^\[I[13]\].*lacks/, 12],
  ['[SY-M3] a tombstone that loses', 'losingTombstone', /^\[I/, 11],
  ['[SY-L4] hints without a floor', 'noFloor', /no rest/, 10],
  ['[SY-U6] a status that acknowledges', 'ackByStatus', /^\[I/, 10],
  ['[SY-C1] a clock that is not kept', 'clockNotKept', /^\[I/, 2],
  ['[SY-U1] a write that misses the queue', 'lostOutbox', /^\[I32\]/, 1],
  ['[SY-M6] what cannot be read is dropped', 'noQuarantine', /^\[I[13]\]/, 1],
  ['[SY-U2] other bytes under the same number', 'freshBytes', /^\[I21\]/, 26],
  ['[SY-S2] payloads that are not sealed', 'plainText', /^\[I27\]/, 1],
  ['[SY-U7] losers are written again', 'blindServer', /^\[I6\]/, 1],
  ['[SY-U8] a tombstone that erases nothing', 'keptContent', /^\[I16\]/, 1],
  ['[SY-S6] a member list that is not kept', 'forgottenList', /revoked|unauthorized/, 53],
  ['[RL-1] a memory that does not say what it replaced', 'noEdges', /^\[I40\]/, 1],
  ['[RL-1] edges of other devices that are not kept', 'ownEdgesOnly', /^\[I(4|40)\]/, 1],
  ['[RL-4] what replaced a forgotten memory is shown', 'shownOrphans', /^\[I4\]/, 20],
  ['[RL-6] tags of which the later set wins', 'wholeTags', /^\[I(4|41)\]/, 3],
  ['[RL-42] earlier values of a key that are not told', 'untoldPast', /^\[I40\]/, 2],
  ['[RL-42] a tombstone that spares the earlier values of its key', 'sparedPast', /^\[I/, 1],
  ['[TR-17] a key that is complete before everything is under it', 'blindReseal', /^\[I(22|39)\]/, 5],
])('%s is caught', { timeout: 300_000 }, async (_, name, sentence, known) => {
  const caught = await caughtBy(name, { known });
  expect(caught?.sentence).toMatch(sentence);
});

test.each([
  ['[TR-1] a verdict that ends a memory', 'goneEnds', /^\[I33\]/, 10],
  ['[TR-1, TR-2] a sweep by what the server says that it collected', 'sweptByFloor', /^\[I33\]/, 2],
  ['[TR-7] an echo that nobody opened', 'echoUnopened', /^\[I38\]/, 2],
  ['[TR-5] a stamp from the future', 'futureTaken', /^\[I35\]|no rest/, 1],
  ['[TR-4] a key that never ends', 'endlessKeys', /^\[I3[49]\]|no rest/, 1],
  ['[TR-7] garbled items that are never asked for', 'neverAsked', /^\[I(1|15|22|37)\]/, 33],
  ['[TR-7] a value that was never opened, sent on', 'sendsUnopened', /^\[I|no rest/, 83],
  ['[TR-30] a refused change that never goes out again', 'refusedStays', /^\[I(1|4|10)\]/, 68],
  ['[TR-51] a forget under an older key that leaves no copy', 'oldEndsFinal', /^\[I47\]/, 15],
  ['[TR-15] a device that never compares', 'neverCompared', /^\[I/, 1],
  ['[TR-5] a refusal that is tried again at once', 'noBackoff', /^\[I(22|36)\]/, 1],
  ["[RL-39] own stamps that follow the server's time", 'ledByServer', /^\[I44\]/, 1],
  ["[TR-5] a server's time that is learned without a bound", 'forgetsTime', /^\[I35\]/, 4],
  ['[TR-50] a generation that begins before what was seen', 'forgetsStamps', /^\[I46\]/, 5],
  ['[TR-3] a mass forget that leaves no copies', 'nothingAside', /^\[I43\]/, 2],
  ['[TR-3] forgets that are counted page by page', 'countsPages', /^\[I43\]/, 2],
  ['[TR-6] a value beyond every limit that costs its page', 'wholePage', /^\[I[13]\]/, 3],
  ['[TR-4] a complete generation that lets older seals in', 'neverComplete', /^\[I3[46]\]/, 5],
])('%s is caught, where the server lies', { timeout: 300_000 }, async (_, name, sentence, known) => {
  const caught = await caughtBy(name, { options: hostileOptionsFor, known });
  expect(caught?.sentence).toMatch(sentence);
});

test.each([
  ['[TR-4] a stamp that names the device as its writer, believed', 'nameIsOwn', /^\[I45\]/],
  ['[TR-31] a tombstone in other words, set aside', 'pickyEnds', /^\[I22\]/],
  ['[SY-P6] tombstones that are never asked for', 'endsUnasked', /^\[I4\]/],
  ['[TR-53] a page that is taken for news whatever it brings', 'endlessNews', /^\[I36\]/],
  ['[TR-54] a value that stays below stamps which were taken back', 'fallsBelow', /^\[I14\]/],
  ['[TR-32] a refusal that is believed for ever', 'refusedForGood', /no rest/],
  ['[TR-2] a server that collects tombstones', 'collectsEnds', /^\[I17\]/],
  ['[TR-16] a server that takes what is dated back under a complete key', 'neverCloses', /^\[I22\]/],
  ['[TR-4] a server that takes what was stamped after the end of its key', 'endlessThere', /^\[I22\]/],
])('%s is caught by a story, which holds without it', { timeout: 300_000 }, async (_, name, sentence) => {
  const options = storyOf(name);
  const caught = await caughtBy(name, { options, seedsMax: STORY_SEEDS_MAX });
  expect(caught?.sentence).toMatch(sentence);
  for (let seed = 1; seed <= STORY_SEEDS_MAX; seed++) await run(options(seed, undefined));
});

test('every mutant stands in the lists above', () => {
  // The mutants of restores are tested in restores-again.slow.test.ts.
  const elsewhere = { ...HOSTILE_MUTANTS, ...RESTORE_MUTANTS, ...SERVER_MUTANTS };
  expect(Object.keys(MUTANTS)).toHaveLength(23 + Object.keys(elsewhere).length);
});

test('every rule of trust has a row in the README: its mutants, or why there is none', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [, ...rows] = readme.split('### Rules of trust').at(-1)?.split('## Gaps')[0]?.split('\n| ') ?? [];
  const told = rows.flatMap((row) => row.split('|')[0]?.match(/TR-\d+/g) ?? []);
  const specs = ['schema', 'core', 'cloud', 'local-daemon', 'dashboard', 'client'].map((name) =>
    readFileSync(new URL(`../../packages/${name}/SPEC.md`, import.meta.url), 'utf8'),
  );
  const rules = specs.flatMap((spec) => spec.match(/(?<=\*\*)TR-\d+(?=\*\*)/g) ?? []);
  expect([...new Set(told)].sort()).toEqual([...new Set(rules)].sort());
  const named = rows.flatMap((row) => row.match(/(?<=`)[a-z][A-Za-z]+(?=`)/g) ?? []);
  const trusted = Object.keys({ ...HOSTILE_MUTANTS, ...SERVER_MUTANTS });
  expect(named).toEqual(expect.arrayContaining(trusted));
  expect(named.filter((name) => MUTANTS[name] === undefined)).toEqual([]);
});

test('the program as it is passes the seeds that catch them', { timeout: 300_000 }, async () => {
  for (let seed = 1; seed <= 5; seed++) await run(optionsFor(seed, undefined));
});

test('a failure is shrunk to the few steps that it needs, which show it again', {
  timeout: 300_000,
}, async () => {
  const caught = await caughtBy('lostOutbox');
  const options = optionsFor(caught?.seed ?? 0, MUTANTS.lostOutbox);
  const found = await findFailure(options);
  if (found === null) throw new Error('the failure is gone');
  expect(found.only.length).toBeLessThanOrEqual(8);
  expect(found.failure.log.filter((line) => line.includes('#'))).toHaveLength(found.only.length);
  await expect(run({ ...options, only: found.only })).rejects.toThrow(found.failure.message);
  const text = report(found, options, commandOf(7, 'short'));
  expect(text).toContain('npm run sim -- --seed 7 --profile short');
  expect(text).toContain(`--only ${found.only.join(',')}`);
});
