/**
 * Checks patterns with a maintained checker (recheck). Checking all of them takes minutes, so proofs are stored in proven.txt by a hash
 * of the pattern; `node tests/attack/regexes/judge.ts` writes it. A pattern that is not in the file is attacked (floods.ts). `--again`
 * repeats every proof in the file and exits with 1 when one fails; `npm run check:full` does so.
 */
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { allPatterns, type Pattern } from './patterns.ts';

const PROVEN = fileURLToPath(new URL('proven.txt', import.meta.url));
const CHECK_MS = 4_000;
/** Limit for repeated proofs, which may take long on a busy machine. */
const AGAIN_MS = 60_000;

export const nameOf = ({ source, flags }: Pattern): string =>
  hash('sha256', `/${source}/${flags}`).slice(0, 16);

export const provenNames = (): ReadonlySet<string> =>
  new Set(
    readFileSync(PROVEN, 'utf8')
      .split('\n')
      .filter((line) => /^[0-9a-f]{16}$/.test(line)),
  );

/** Whether the pattern is proved safe, and not only found safe by trying. */
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

/** Returns the patterns in the file that this run could not prove. */
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
