/** Programs that lose count of their pushes when a server is put back again and again [RL-10], or send late what it lost [RL-11]. */
import { ok } from '@cairn/schema';
import type { Mutant } from './device.ts';

/** A device that begins again names no past, so a server that was put back once more does not notice. */
const namesNoPast: Mutant = {
  transport: (transport) => ({
    ...transport,
    pull: (request) => transport.pull({ ...request, epoch: request.cursor === null ? null : request.epoch }),
  }),
};

/** A batch whose outcome is unknown is thawed as soon as the pasts have parted. */
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

/** A change that a page put into the outbox waits for the next look, a minute later. [RL-11] */
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
