import { expect, onTestFinished, test } from 'vitest';
import { newSession } from '../session/session-row.ts';
import { openTempStore } from '../testing/temp-store.ts';

test('[TR-6, F-11] a damaged session is left out, and shortens no page of the list', async () => {
  const store = await openTempStore();
  onTestFinished(() => store.dispose());
  const names = { scope: 'global', scopeId: '', project: null, agent: null, maxTokens: null };
  const sessions = ['a', 'b', 'c', 'd'].map((id, at) => ({
    ...newSession({ ...names, id, name: id }, 0),
    ...{ updatedAt: at, lastSequence: 1 },
  }));
  await store.store.write((tx) => tx.apply({ sessions }));
  await store.store.exclusive((database) =>
    database.script(
      "PRAGMA ignore_check_constraints = 1; UPDATE sessions SET state = 'lost' WHERE id IN ('a', 'd')",
    ),
  );
  const { rows } = await store.reader.sessions({ limit: 2 });
  expect(rows.map(({ id }) => id)).toEqual(['c', 'b']);
});
