/** Programs that lose count of their pushes under repeated restores of the server [RL-10], or send late what it lost [RL-11]. */
import { ok } from '@cairn/schema';
import type { Mutant } from './device.ts';

/** Names no history when a device begins again, so that a second restore is not noticed. */
const namesNoPast: Mutant = {
  transport: (transport) => ({
    ...transport,
    pull: (request) => transport.pull({ ...request, epoch: request.cursor === null ? null : request.epoch }),
  }),
};

/** Thaws a batch of unknown outcome as soon as the histories differ. */
const thawsAtOnce: Mutant = {
  engine: (engine, store) => ({
    ...engine,
    heal: async (why) => {
      const healed = await engine.heal(why);
      await store.write((tx) => tx.apply({ inflight: null }));
      return healed;
    },
  }),
};

/** Sends a change that a page put into the outbox only at the next poll, a minute later. [RL-11] */
const asksForNoPush: Mutant = {
  engine: (engine) => ({
    ...engine,
    applyPage: async (page) => {
      const applied = await engine.applyPage(page);
      return applied.ok && applied.value.next === 'push' ? ok({ ...applied.value, next: null }) : applied;
    },
  }),
};

export const RESTORE_MUTANTS: Readonly<Record<string, Mutant>> = { namesNoPast, thawsAtOnce, asksForNoPush };
