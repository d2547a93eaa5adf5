/** Programs that lose count of their pushes when a server is put back again and again. [RL-10] */
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

export const RESTORE_MUTANTS: Readonly<Record<string, Mutant>> = { namesNoPast, thawsAtOnce };
