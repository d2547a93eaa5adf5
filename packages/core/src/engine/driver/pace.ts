/**
 * Judges whether a server's answers bring anything new. A lying server can make up numbers and repeat old data as fast
 * as it is asked. So the device asks again at once only for data that the server cannot make up or repeat. [TR-53]
 */
export type Pace = ReturnType<typeof createPace>;

/** An honest server gives a handful in a row: the end of a pull, a late hint, a batch that is halved. */
const NOTHING_MAX = 30;

export const createPace = () => {
  let inRow = 0;
  let walkedTo = 0;
  let isFruitful = false;
  /** Resets the count, because a person asks or nothing was to do for a while. */
  const calm = (): void => {
    inRow = 0;
  };
  const nothing = (): void => {
    inRow += 1;
  };
  /** Returns how many answers in a row beyond the limit brought nothing; 0 within the limit. */
  const tooMany = (): number => Math.max(0, inRow - NOTHING_MAX);
  return {
    calm,
    /** Notes news: a member's value that was not here or not known to be on the server, a key, or a member's entry. */
    news(): void {
      isFruitful = true;
      calm();
    },
    /** Notes that less waits to be sent than before. That cannot go on forever. */
    less(): void {
      isFruitful = true;
    },
    /**
     * Notes an answer without news: the log shows a known value at `seq`, as after an own push. `seq` 0: at no place. The
     * log is finite, so each place counts once. Returns false for a place that was seen before.
     */
    known(seq: number): boolean {
      const isFurther = seq > walkedTo;
      if (!isFurther) nothing();
      walkedTo = Math.max(walkedTo, seq);
      isFruitful ||= isFurther;
      return isFurther;
    },
    tooMany,
    /**
     * Called at the end of a task. Returns the same as `tooMany`, or 0 when the task brought something. `isAnswered`:
     * whether the server answered at all.
     */
    endTask(isAnswered: boolean): number {
      const wasFruitful = isFruitful;
      isFruitful = false;
      if (wasFruitful) return 0;
      if (isAnswered) nothing();
      return tooMany();
    },
    /** Resets the places: everything here may be new to the server again. */
    startOver(): void {
      walkedTo = 0;
    },
  };
};
