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

/** Returns the least of three processor times of this process, so that other work on the machine does not count. */
const costOf = (pattern: RegExp, text: string, tries = 1): number => {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries; at++) {
    const before = process.cpuUsage();
    text.replace(pattern, 'x');
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
    if (least < BUDGET_MS) return least;
  }
  return least;
};

const slowIn = ({ source, flags, chars }: Asked): string | null => {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const tried = floodsOf(source).map((flood) => ({ flood, ms: 0 }));
  for (const size of TRY_CHARS) {
    if (size > chars) break;
    for (const one of tried) {
      one.ms = costOf(pattern, one.flood.make(size), 3);
      if (one.ms > BUDGET_MS) return said(one.flood, size, one.ms);
    }
  }
  const slowest = tried.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const { flood } of slowest) {
    for (let size = 32_000; ; size = Math.min(chars, size * 4)) {
      const length = Math.min(size, chars);
      const ms = costOf(pattern, flood.make(length), 3);
      if (ms > BUDGET_MS && ms > budgetFor(pattern, flood.make(length))) return said(flood, length, ms);
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
