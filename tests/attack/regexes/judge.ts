/**
 * What a kept checker (recheck) says of a pattern. It takes minutes for all of them, so what it once proved is kept in proven.txt, by a
 * hash of the pattern: `node tests/attack/regexes/judge.ts` writes it. A pattern that is not in it is attacked (floods.ts). With
 * `--again` everything in it is proved once more, and what is not proved ends with exit code 1; `npm run check:full` does so.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { allPatterns, type Pattern } from './patterns.ts';

const PROVEN = fileURLToPath(new URL('proven.txt', import.meta.url));
const CHECK_MS = 4_000;
/** What was proved once may take as long as it needs on a busy machine. */
const AGAIN_MS = 60_000;

export const nameOf = ({ source, flags }: Pattern): string =>
  hash('sha256', `/${source}/${flags}`).slice(0, 16);

export const provenNames = (): ReadonlySet<string> =>
  new Set(
    readFileSync(PROVEN, 'utf8')
      .split('\n')
      .filter((line) => /^[0-9a-f]{16}$/.test(line)),
  );

/** Proved, not only not broken by trying. */
const isProven = async ({ source, flags }: Pattern, timeout = CHECK_MS): Promise<boolean> => {
  const judged = await check(source, flags, { checker: 'automaton', timeout });
  return judged.status === 'safe';
};

const writeProven = async (): Promise<void> => {
  const known = provenNames();
  const proven: string[] = [];
  for (const pattern of allPatterns())
    if (known.has(nameOf(pattern)) || (await isProven(pattern))) proven.push(nameOf(pattern));
  const head =
    '# Patterns that recheck 4.5.0 proved linear: `node tests/attack/regexes/judge.ts` writes this file.';
  writeFileSync(PROVEN, `${head}\n${proven.sort().join('\n')}\n`);
};

/** What stands in the file and was not proved now. */
const unproven = async (): Promise<readonly string[]> => {
  const known = provenNames();
  const doubted: string[] = [];
  for (const pattern of allPatterns())
    if (known.has(nameOf(pattern)) && !(await isProven(pattern, AGAIN_MS))) doubted.push(pattern.source);
  return doubted;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const doubted = process.argv.includes('--again') ? await unproven() : await writeProven().then(() => []);
  for (const source of doubted) process.stdout.write(`not proved: /${source}/\n`);
  process.exit(doubted.length === 0 ? 0 : 1);
}
