/**
 * Runs floods against patterns and reports the slow ones. It is a separate process, because a running pattern cannot be stopped. It
 * reads `[{source, flags, chars}]` as JSON from standard input and prints a line per slow pattern.
 */
import { readFileSync } from 'node:fs';
import { type Flood, floodsOf } from './floods.ts';

interface Asked {
  readonly at: string;
  readonly source: string;
  readonly flags: string;
  /** Length of the longest text that the pattern meets. */
  readonly chars: number;
}

const BUDGET_MS = 50;
/** Lengths of texts. The first shows exponential time and the others quadratic time, and none takes minutes. */
const TRY_CHARS = [24, 1_000, 8_000];
const SLOWEST = 3;

/** Accepted matches per millisecond. A text of matches only costs what its matches cost, which is not the pattern's fault. */
const MATCHES_PER_MS = 10_000;
const budgetFor = (pattern: RegExp, text: string): number => {
  let matches = 0;
  for (const _ of text.matchAll(pattern)) matches++;
  return BUDGET_MS + matches / MATCHES_PER_MS;
};

/** Tries of a pattern. Other work on the machine makes some of them slower, in processor time too. */
const TRIES = 10;
/** A text of eight times the length takes a linear pattern eight times as long, and a quadratic one 64 times. */
const STEP = 8;
const LINEAR_GROWTH_MAX = 24;
/** A linear pattern on a busy machine may take so many budgets. */
const BUSY_BUDGETS = 10;

/** Returns the least processor time of this process in several tries, which end at the first one within the budget. */
const costOf = (pattern: RegExp, text: string, tries = TRIES, budget = BUDGET_MS): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries; at++) {
    const before = process.cpuUsage();
    text.replace(pattern, 'x');
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
    if (least < budget) return least;
  }
  return least;
};

/** Whether the time is over the budget and grows faster than the text, or is far over the budget. */
const isSlow = (pattern: RegExp, flood: Flood, chars: number, ms: number): boolean => {
  if (ms <= BUDGET_MS) return false;
  if (ms > BUSY_BUDGETS * BUDGET_MS) return true;
  return ms > LINEAR_GROWTH_MAX * costOf(pattern, flood.make(chars / STEP), 3, 0);
};

const slowIn = ({ source, flags, chars }: Asked): string | null => {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const tried = floodsOf(source).map((flood) => ({ flood, ms: 0 }));
  for (const size of TRY_CHARS) {
    if (size > chars) break;
    for (const one of tried) {
      one.ms = costOf(pattern, one.flood.make(size));
      if (isSlow(pattern, one.flood, size, one.ms)) return said(one.flood, size, one.ms);
    }
  }
  const slowest = tried.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const { flood } of slowest) {
    for (let size = 32_000; ; size = Math.min(chars, size * 4)) {
      const length = Math.min(size, chars);
      const ms = costOf(pattern, flood.make(length));
      if (isSlow(pattern, flood, length, ms) && ms > budgetFor(pattern, flood.make(length)))
        return said(flood, length, ms);
      if (length === chars) break;
    }
  }
  return null;
};

const said = ({ name }: Flood, chars: number, ms: number): string =>
  `${Math.round(ms)} ms for ${chars} characters of ${name}`;

const asked: readonly Asked[] = JSON.parse(readFileSync(0, 'utf8'));
for (const one of asked) {
  const slow = slowIn(one);
  if (slow !== null) process.stdout.write(`${one.at} /${one.source}/${one.flags}: ${slow}\n`);
}
