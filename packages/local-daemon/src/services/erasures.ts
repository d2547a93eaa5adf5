/** Whoever erases, by whatever way: the copies that the daemon made by itself lose it too. [ST-4] */
import type { Engine } from '@cairn/core';

type Erasing = Pick<
  Engine,
  | 'forget'
  | 'rejectHeld'
  | 'forgetSource'
  | 'deleteSession'
  | 'deleteSchedule'
  | 'applyPage'
  | 'settleBatch'
  | 'takeRegisters'
  | 'dropRemoved'
  | 'expireRemoved'
>;

/**
 * ST-4: after everything that may have erased something. Who forgets is answered when `onErased` is done; who syncs does not
 * wait for it.
 */
export const tellingErasures = <E extends Erasing>(engine: E, onErased: () => Promise<void>): E => {
  const awaited =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const done = await work(...args);
      await onErased();
      return done;
    };
  const beside =
    <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      const done = await work(...args);
      void onErased();
      return done;
    };
  return {
    ...engine,
    forget: awaited(engine.forget),
    rejectHeld: awaited(engine.rejectHeld),
    forgetSource: awaited(engine.forgetSource),
    deleteSession: awaited(engine.deleteSession),
    deleteSchedule: awaited(engine.deleteSchedule),
    dropRemoved: awaited(engine.dropRemoved),
    expireRemoved: beside(engine.expireRemoved),
    applyPage: beside(engine.applyPage),
    settleBatch: beside(engine.settleBatch),
    takeRegisters: beside(engine.takeRegisters),
  };
};
