/** Makes a directive about the person's preferred style from observations of it. [X-5, M-5] */
import { createHash } from 'node:crypto';
import { LIMITS } from '@cairn/schema';
import { isCountExpired, stylePath } from '../memory/count.ts';
import type { MemoryRow } from '../ports/memory-row.ts';
import { shorten } from '../summary/sentences.ts';

export const PERSONALITY = 'tacit/personality';
export const DIRECTIVE_KEY = 'directive';

export interface Observation extends Pick<MemoryRow, 'content'> {
  readonly key: string;
  readonly count: number;
}

export type StyleRow = Pick<MemoryRow, 'namespace' | 'key' | 'content' | 'seen' | 'trust'>;

/** Returns the strongest current observations, or null if there are too few for a directive. */
export const strongest = (rows: readonly StyleRow[], nowMs: number): readonly Observation[] | null => {
  const living = new Map<string, Observation & { readonly last: number }>();
  for (const { namespace, key, content, seen, trust } of rows) {
    const path = stylePath(namespace, key);
    if (path === null || trust === 'low' || trust === 'held') continue;
    if (seen !== null && isCountExpired(seen, nowMs)) continue;
    // Earlier programs stored a style twice if it was spelled in two ways.
    const twin = living.get(path);
    const told = twin === undefined || (seen?.n ?? 1) > twin.count ? content : twin.content;
    living.set(path, {
      ...{ key: path.slice(PERSONALITY.length + 1), content: told },
      count: (twin?.count ?? 0) + (seen?.n ?? 1),
      last: Math.max(twin?.last ?? 0, seen?.last ?? 0),
    });
  }
  if (living.size < LIMITS.directiveObservationsMin) return null;
  return [...living.values()]
    .sort((a, b) => b.count - a.count || b.last - a.last || (a.key < b.key ? -1 : 1))
    .slice(0, LIMITS.directiveObservationsMax)
    .map(({ key, content, count }) => ({ key, content, count }));
};

/**
 * Returns a tag that names the directive's observations. Devices see by it whether the directive is out of date. Only
 * the order of the counts matters.
 */
export const observationsTag = (observations: readonly Observation[]): string =>
  `of-${createHash('sha256')
    .update(JSON.stringify(observations.map(({ key, content }) => [key, content])))
    .digest('hex')
    .slice(0, 12)}`;

/**
 * Joins the observations into one sentence, without a model. Leaves out those that do not fit. If none fits, the first
 * one is shortened.
 */
export const plainDirective = (observations: readonly Observation[]): string => {
  const opening =
    'You know from earlier conversations how this person likes to talk; go by it where it fits: ';
  const parts = observations.map(({ content }) =>
    content
      .replace(/\s+/gu, ' ')
      .trim()
      .replace(/(?<![.;!…])[.;!…]+$/u, ''),
  );
  let text = opening;
  for (const part of parts) {
    const next = text === opening ? `${text}${part}` : `${text}; ${part}`;
    if (next.length < LIMITS.directiveCharsMax) text = next;
  }
  const [first = ''] = parts;
  return text === opening
    ? `${opening}${shorten(first, LIMITS.directiveCharsMax - opening.length)}`
    : `${text}.`;
};
