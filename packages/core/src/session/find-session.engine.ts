/** Which session somebody means. */
import { type CairnError, cairnError, err, ok, type Result } from '@cairn/schema';
import { sessionSourceId } from '../passages/source-id.ts';
import type { SessionReads, SessionRow } from '../ports/store.ts';

/** By its id, or by the name of a global one. */
export const findSession = async (
  store: Pick<SessionReads, 'session'>,
  id: string,
): Promise<Result<SessionRow, CairnError>> => {
  const named = id.trim();
  const row = (await store.session(named)) ?? (await store.session(sessionSourceId(named)));
  return row === null ? err(unknownSession(named)) : ok(row);
};

const SHOWN_CHARS = 80;

const unknownSession = (id: string): CairnError =>
  cairnError(
    'not_found',
    `No session ${id === '' ? 'without a name' : JSON.stringify(id.slice(0, SHOWN_CHARS))} is here. \`cairn session list\` shows those that are.`,
  );
