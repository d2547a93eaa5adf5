/** Reads Cursor's database: one conversation after another, each with its bubbles. [IM-1, IM-6] */
import { parseJson } from '@cairn/schema';
import { openForeignValues } from '../../adapters/foreign-database.ts';
import { bubbleKey, COMPOSER_PREFIX, CURSOR_TABLE, cursorFound } from '../formats/cursor.ts';
import { bad, type Found } from '../formats/found.ts';
import { cursorFolders } from './session-folders.ts';

/** Returns null if the database is not Cursor's. `refused`: why Cursor's database cannot be read. */
export const cursorConversations = async (
  path: string,
  refused: Found | null,
): Promise<AsyncIterable<Found> | null> => {
  const values = await openForeignValues(path, CURSOR_TABLE);
  if (values === null) return null;
  if (refused === null) return read(path, values);
  values.close();
  return only(refused);
};

async function* only(found: Found): AsyncGenerator<Found> {
  yield found;
}

type Values = NonNullable<Awaited<ReturnType<typeof openForeignValues>>>;

async function* read(path: string, values: Values): AsyncGenerator<Found> {
  try {
    const folders = await cursorFolders(path);
    const parts = {
      folderOf: (id: string) => folders.get(id) ?? null,
      bubbleOf: (composer: string, id: string) => {
        const text = values.get(bubbleKey(composer, id));
        return text === null ? undefined : parseJson(text);
      },
    };
    for (const key of values.keys(COMPOSER_PREFIX)) {
      const text = values.get(key);
      // A deleted conversation has a key without a value.
      if (text === null) continue;
      const value = parseJson(text);
      if (value === undefined) yield bad(key, 'not JSON');
      else if (value !== null) yield* cursorFound(value, key, parts);
    }
  } finally {
    values.close();
  }
}
