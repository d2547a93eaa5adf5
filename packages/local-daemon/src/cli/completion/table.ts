/** Builds the possible completions of a command line from the words of the help. */
import { type ArgumentSpec, ASKED, type Asked, type CommandSpec, type OptionSpec } from '../command.ts';

/** What a place accepts: one of some words, a name from a list, a file, or anything. */
export type Value =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'asked'; readonly of: Asked }
  | { readonly kind: 'file' | 'any' };

const EVERYWHERE: readonly OptionSpec[] = [
  { name: 'json', kind: 'flag', help: 'one JSON document on standard output' },
  { name: 'help', short: 'h', kind: 'flag', help: 'examples and options' },
];

const SCOPE: OptionSpec = { name: 'scope', kind: 'text', help: 'the scope to work on' };

/**
 * Returns an entry for each command and group, such as `save`, `vault create` and `vault`. The first entry is `cairn` itself, with an
 * empty path. `next`: the words that can follow. `argument`: the list that completes its arguments, besides files.
 */
export const completionTable = (specs: readonly CommandSpec[]) => {
  // The same words follow an alias as follow its command.
  const byPath = new Map(
    specs.flatMap((spec) => [spec.path, ...(spec.aliases ?? [])].map((at) => [at, spec])),
  );
  const groups = specs.flatMap(({ path }) => (path.includes(' ') ? [path.split(' ')[0] ?? ''] : []));
  const paths = new Set(['', ...byPath.keys(), ...groups]);
  return [...paths].map((path) => {
    const spec = byPath.get(path);
    return {
      path,
      next: path === '' ? topWords(specs) : wordsBelow(specs, path),
      options: [...(spec?.options ?? []), ...EVERYWHERE, ...(path === '' ? [SCOPE] : [])],
      argument: spec?.arguments.map(askedBy).find((asked) => asked !== null) ?? null,
      takesFiles: spec?.arguments.some(isFile) ?? false,
    };
  });
};

const topWords = (specs: readonly CommandSpec[]) => {
  const words = new Map<string, string>();
  for (const { path, summary } of specs) {
    const [word = '', more] = path.split(' ');
    if (more === undefined || !words.has(word)) words.set(word, summary);
  }
  return [...words].map(([word, summary]) => ({ word, summary }));
};

const wordsBelow = (specs: readonly CommandSpec[], path: string) =>
  specs
    .filter((spec) => spec.path.startsWith(`${path} `))
    .map((spec) => ({ word: spec.path.slice(path.length + 1), summary: spec.summary }));

/** Returns null for a flag. */
export const completedValue = ({ kind, choices, name, completes, value = '' }: OptionSpec): Value | null => {
  if (kind === 'flag') return null;
  if (choices !== undefined) return { kind: 'words', words: choices };
  const asked = completes ?? ASKED.find((one) => one === `${name}s`);
  if (asked !== undefined) return { kind: 'asked', of: asked };
  return { kind: /FILE|PATH|FOLDER/.test(value) ? 'file' : 'any' };
};

const askedBy = ({ names, completes }: ArgumentSpec): Asked | null =>
  names === 'memory' ? 'ids' : names === 'device' ? 'devices' : (completes ?? null);

const isFile = ({ name }: ArgumentSpec): boolean => /FILE|PATH|FOLDER/.test(name);

/** Returns every spelling: `--tag -t`. */
export const spellings = ({ name, short }: OptionSpec): readonly string[] =>
  short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`];
