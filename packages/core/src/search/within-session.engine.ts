/** F-13: searches in one session: finds the session, and the messages next to each hit. */
import { ok, type PassageHit, type SearchInput } from '@cairn/schema';
import type { Answer } from '../engine/deps.ts';
import { invalid } from '../memory/invalid-input.ts';
import type { BesidePassage, FoundPassage, ReadStore } from '../ports/store.ts';
import { findSession } from '../session/read-sessions.engine.ts';

/** Returns the id of the session's source; null when the search is not within a session. */
export const askedSession = async (
  store: ReadStore,
  { session, in: places, tags, namespace }: SearchInput,
): Answer<string | null> => {
  if (session === undefined) return ok(null);
  if (places?.some((place) => place !== 'sessions') === true)
    return invalid('A search within a session finds only its messages: leave the other places out.');
  if ((tags ?? []).length > 0 || namespace != null)
    return invalid('Messages of a session have no tags and no namespace: leave them out.');
  return sourceOf(store, session.trim());
};

/**
 * Finds a session by its id, then by its name in the global scope, then by a name that only one session has. Imported transcripts
 * come last.
 */
const sourceOf = async (store: ReadStore, asked: string): Answer<string> => {
  const known = await findSession(store, asked);
  if (known.ok) return ok(known.value.id);
  const named = await store.sessions({ name: asked, limit: 1 });
  const [only] = named.rows;
  if (named.total === 1 && only !== undefined) return ok(only.id);
  if (named.total > 1) return severalSessions(named.total);
  const read = (await store.sources('session')).filter(({ id, name }) => id === asked || name === asked);
  const [source] = read;
  if (source === undefined) return known;
  return read.length === 1 ? ok(source.id) : severalSessions(read.length);
};

const severalSessions = (count: number) =>
  invalid(
    `${count} sessions have this name. Give the id of one. It is in \`source\` of each result of \`cairn search WORDS --in sessions --json\`.`,
  );

/** Adds the neighbours to the hits. `hits` and `places` are of the same passages, in the same order. */
export const withBeside = async (
  store: ReadStore,
  hits: readonly PassageHit[],
  places: readonly Pick<FoundPassage['passage'], 'source' | 'ordinal' | 'part'>[],
): Promise<PassageHit[]> => {
  const beside = await store.passagesBeside(places);
  return hits.map((hit, at) => ({ ...hit, ...shownBeside(beside[at]) }));
};

const shownBeside = (beside: BesidePassage | undefined): Pick<PassageHit, 'before' | 'after'> => ({
  ...(beside?.before == null ? {} : { before: turnOf(beside.before) }),
  ...(beside?.after == null ? {} : { after: turnOf(beside.after) }),
});

const turnOf = ({ ordinal, author, body }: NonNullable<BesidePassage['before']>) => ({
  ordinal,
  author,
  text: body,
});
