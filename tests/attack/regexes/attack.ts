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

/** Tries of a pattern. Other work on the machine makes some of them slower, in processor time too. */
const TRIES = 10;
/** This pattern finds each character. Its time tells how busy the machine is. */
const REFERENCE = /[\s\S]/gu;
/** A pattern may take longer than the budget if it takes at most so many times as long as the reference. */
const REFERENCE_TIMES = 3;

/** Finds all matches and keeps none, so that the time is that of the search. */
const findAll = (pattern: RegExp, text: string): void => {
  pattern.lastIndex = 0;
  for (let from = 0; pattern.test(text); from = pattern.lastIndex)
    if (pattern.lastIndex === from) pattern.lastIndex++;
};

/** Returns the processor time of this process in milliseconds. */
const costOf = (pattern: RegExp, text: string): number => {
  const before = process.cpuUsage();
  findAll(pattern, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** Returns the least cost of several tries and whether it is over the budget. The tries end at the first one within the budget. */
const triedOn = (pattern: RegExp, text: string): { readonly ms: number; readonly isSlow: boolean } => {
  let ms = Number.POSITIVE_INFINITY;
  for (let at = 0; at < TRIES; at++) {
    ms = Math.min(ms, costOf(pattern, text));
    if (ms <= BUDGET_MS || ms <= REFERENCE_TIMES * costOf(REFERENCE, text)) return { ms, isSlow: false };
  }
  return { ms, isSlow: true };
};

const slowIn = ({ source, flags, chars }: Asked): string | null => {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const tried = floodsOf(source).map((flood) => ({ flood, ms: 0 }));
  for (const size of TRY_CHARS) {
    if (size > chars) break;
    for (const one of tried) {
      const { ms, isSlow } = triedOn(pattern, one.flood.make(size));
      if (isSlow) return said(one.flood, size, ms);
      one.ms = ms;
    }
  }
  const slowest = tried.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  for (const { flood } of slowest) {
    for (let size = 32_000; ; size = Math.min(chars, size * 4)) {
      const length = Math.min(size, chars);
      const { ms, isSlow } = triedOn(pattern, flood.make(length));
      if (isSlow) return said(flood, length, ms);
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
