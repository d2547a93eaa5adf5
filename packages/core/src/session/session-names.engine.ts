/** Keeps the names of sessions apart. An imported session is named by its title, which may be the name of another. [SE-1, IM-10] */
import { sessionKeyOf } from '../passages/source-id.ts';
import type { SessionRow, StoreTransaction } from '../ports/store.ts';

/** Returns the sessions to write so that nobody else has the name: whose title it is takes its own name, and so on. */
export const freeName = async (
  tx: StoreTransaction,
  name: string,
  id: string,
): Promise<readonly SessionRow[]> => {
  const holder = await tx.sessionNamed(name);
  if (holder === null || holder.id === id) return [];
  const own = sessionKeyOf(holder.id);
  return [...(await freeName(tx, own, holder.id)), { ...holder, name: own }];
};
