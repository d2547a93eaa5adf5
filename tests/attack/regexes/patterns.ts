/** All patterns of the product: literals from the sources, and the other patterns as they are when their module is loaded. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { lineAt, nameOf, root, type SourceFile, sources, walk } from '../../tidy/source-files.ts';

export interface Pattern {
  /** Place as `packages/…/x.ts:LINE`, the first one when several places have the same pattern. */
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** Patterns that a function makes from its arguments, which do not exist after loading. */
const MADE_LATER: Readonly<Record<string, readonly string[]>> = {
  'packages/local-daemon/src/agents/our-marks.ts': [
    String.raw`(?:cairn(?:\.cmd|\.cjs)?|cli\.cjs)["']? hook claude-code [a-z-]+["']?\s*$`,
  ],
  'packages/local-daemon/src/services/integrations/hook-calls.ts': [
    String.raw`hook claude-code session-start\b`,
  ],
  'packages/local-daemon/src/cli/import/json-items.ts': [String.raw`"memories"\s*:\s*\[`],
  'packages/schema/src/search-terms.ts': ['(?<![\\p{L}\\p{N}])(?:deploy|tea-cup|a)'],
};

const product = sources.filter(({ path, isTest }) => /^packages\/[^/]+\/src\//.test(path) && !isTest);

const literalsOf = ({ path, text, tree }: SourceFile): readonly Pattern[] => {
  const found: Pattern[] = [];
  walk(tree, (node) => {
    const { regex } = node;
    if (typeof regex !== 'object' || regex === null || !('pattern' in regex) || !('flags' in regex)) return;
    found.push({
      at: `${path}:${lineAt(text, node.start)}`,
      source: String(regex.pattern),
      flags: String(regex.flags),
    });
  });
  return found;
};

const makesSome = ({ tree }: SourceFile): boolean => {
  let makes = false;
  walk(tree, (node) => {
    makes ||= /^(?:New|Call)Expression$/.test(node.type) && nameOf(node.callee) === 'RegExp';
  });
  return makes;
};

/** Modules to load for patterns that are made from another module's words. */
const LOADED_TOO = ['packages/core/src/extraction/statements.ts', 'packages/core/src/memory/guard.ts'];

const made = (): readonly Pattern[] => {
  const makers = product.filter(makesSome).map(({ path }) => path);
  const files = [...new Set([...makers, ...LOADED_TOO])].map((path) => `${root}/${path}`);
  const capture = fileURLToPath(new URL('capture.ts', import.meta.url));
  const output = execFileSync(process.execPath, [capture, ...files], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen: readonly Pattern[] = JSON.parse(output);
  const later = makers.flatMap((path) =>
    (MADE_LATER[path] ?? []).map((source) => ({ at: path, source, flags: 'giu' })),
  );
  const missed = makers.filter((path) => ![...seen, ...later].some(({ at }) => at.startsWith(path)));
  if (missed.length > 0)
    throw new Error(`no pattern was seen of ${missed.join(', ')}: say in MADE_LATER what it makes`);
  return [...seen, ...later];
};

/** Returns each pattern once. */
export const allPatterns = (): readonly Pattern[] => {
  const once = new Map<string, Pattern>();
  for (const one of [...product.flatMap(literalsOf), ...made()]) {
    const name = `/${one.source}/${one.flags}`;
    if (!once.has(name)) once.set(name, one);
  }
  return [...once.values()];
};
