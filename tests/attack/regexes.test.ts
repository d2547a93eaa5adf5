// Every pattern of the product is proved linear by a maintained checker, or stays fast on floods of what it searches for.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { nameOf, provenNames } from './regexes/judge.ts';
import { allPatterns, type Pattern } from './regexes/patterns.ts';

const ATTACK = fileURLToPath(new URL('regexes/attack.ts', import.meta.url));
/** Limit of processor time, since a pattern that never ends cannot be stopped. It needs 30 s. A busy machine takes minutes for them. */
const CPU_SECONDS = 100;
const BUSY_MS = 900_000;
/** Length of the text for each pattern, unless the pattern never meets so much. */
const CHARS = 1_000_000;

interface Exception {
  /** Beginning of the pattern's path. */
  readonly at: string;
  /** Longest text that these patterns meet. */
  readonly chars: number;
  readonly why: string;
}

/** Largest number of characters that one character becomes in normalisation (NFKC, U+FDFA). */
const NORMALISED = 18;

/** Patterns that never meet a text of a million characters. The test fails for an entry that names no pattern or is not needed. */
const EXCEPTIONS: readonly Exception[] = [
  {
    at: 'packages/core/src/memory/guard-commands.ts',
    chars: 2 * LIMITS.scheduleGoalCharsMax,
    why: 'a person may give orders, so only memories and goals of others are searched, in two units a character at most',
  },
  {
    at: 'packages/core/src/memory/guard-',
    chars: LIMITS.promptFileCharsMax,
    why: 'the longest that is judged is a file of the workspace',
  },
  {
    at: 'packages/core/src/extraction/worked-texts.ts',
    chars: LIMITS.statementCharsMax,
    why: 'only the beginning of a sentence is searched',
  },
  {
    at: 'packages/core/src/review/',
    chars: NORMALISED * LIMITS.contentCharsMax,
    why: 'texts of memories are compared here, nothing else',
  },
  {
    at: 'packages/core/src/search/',
    chars: NORMALISED * LIMITS.summaryCharsMax,
    why: 'questions, texts of memories, and at most the notes of one summary',
  },
  {
    at: 'packages/local-daemon/src/agents/edit/',
    chars: 8_000,
    why: "settings of the person's own agents, which no outside text is part of",
  },
  {
    at: 'packages/local-daemon/src/cli/formats/basic-memory.ts',
    chars: 4_000,
    why: 'a longer line is not searched for tags at its end',
  },
];

const capOf = ({ at }: Pattern): number => EXCEPTIONS.find((one) => at.startsWith(one.at))?.chars ?? CHARS;

/** A pattern without unbounded repetition cannot be flooded. */
const REPEATS = /[*+]|\{\d+,\d*\}/;

const slowOnes = async (patterns: readonly Pattern[]): Promise<readonly string[]> => {
  const asked = JSON.stringify(patterns.map((one) => ({ ...one, chars: capOf(one) })));
  const limited = `ulimit -t ${CPU_SECONDS} && exec "$@"`;
  const words = ['-c', limited, 'sh', process.execPath, ATTACK];
  const run = promisify(execFile)('/bin/sh', words, { maxBuffer: 1 << 24 });
  run.child.stdin?.end(asked);
  const { stdout } = await run;
  return stdout.split('\n').filter((line) => line !== '');
};

describe('[TR-9] regular expressions', () => {
  const all = allPatterns();
  const proven = provenNames();
  const open = all.filter((one) => REPEATS.test(one.source) && !proven.has(nameOf(one)));

  test('are all seen: literals in the sources, and those that modules make', () => {
    expect(all.length).toBeGreaterThan(600);
    for (const file of ['guard-injection', 'secret-shapes', 'guard-elsewhere', 'fence', 'phrases/language'])
      expect(all.filter(({ at }) => at.includes(file)).length, file).toBeGreaterThan(0);
  });

  test(
    'are proved linear, or take under 50 ms or three passes for a million hostile characters',
    async () => {
      expect(await slowOnes(open)).toEqual([]);
    },
    BUSY_MS,
  );

  test(
    'that are quadratic are found',
    async () => {
      const bad = [
        String.raw`\s+$`,
        String.raw`<\s*(\/?)\s*private>`,
        String.raw`\beyJ[\w-]{8,}\.eyJ`,
        '(a+)+b',
        '<a>.*?</a>',
      ];
      const found = await slowOnes(bad.map((source, at) => ({ at: `x:${at}`, source, flags: 'gs' })));
      expect(found.map((line) => line.split(' ')[0])).toEqual(bad.map((_, at) => `x:${at}`));
    },
    BUSY_MS,
  );
});
