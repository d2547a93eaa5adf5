/** The last pieces of a session get to know what follows them when nothing more is to come soon. [F-8] */
import { followed, TAIL } from '../../passages/turn-passages.ts';
import type { StoreTransaction } from '../../ports/store.ts';

export const settlePassages = async (tx: StoreTransaction, session: string): Promise<void> => {
  const passages = followed(await tx.lastPassages(session, TAIL), []);
  if (passages.length > 0) await tx.apply({ passages });
};
