import { ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { manualOf } from '../man/manual.ts';
import type { Manual } from '../man/roff.ts';

/** The page's source, as `man -l -` and a package take it. */
export const manOf =
  (groups: Manual['groups']): Run =>
  async (_, io) => {
    const roff = manualOf(groups, new Date(io.nowMs).toISOString().slice(0, 10));
    return ok({ json: { roff }, human: () => roff });
  };
