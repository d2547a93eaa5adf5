/**
 * Whether what a server answers brings anything. A server that lies can make up numbers, and give what it gave before, as fast as
 * it is asked. So only what it cannot make up, and cannot give twice, is a reason to ask on at once. [TR-53]
 */
export interface Pace {
  /** A value that a member sealed and that was not here, or was not known to be on the server; a key; an entry of a member. */
  news(): void;
  /** Something that comes to an end by itself: less waits to be sent than before. */
  less(): void;
  /**
   * A page without news: the log shows what is known to stand at `seq`, as after an own push; 0: at no place. The log ends, so each
   * place counts once, and false is said of one that was gone over before.
   */
  known(seq: number): boolean;
  /** How many answers too many in a row have brought nothing; 0 while they are few. */
  readonly tooMany: () => number;
  /** At the end of a task: the same, or 0 when it brought something. `isAnswered`: the server said something to it. */
  endTask(isAnswered: boolean): number;
  /** All of what is here may be new to the server once more. */
  startOver(): void;
  /** A person asks, or nothing was to do for a while. */
  calm(): void;
}

/** An honest server has a handful in a row: the end of a pull, a hint that comes late, a batch that is halved. */
const NOTHING_MAX = 30;

export const createPace = (): Pace => {
  let inRow = 0;
  let walkedTo = 0;
  let isFruitful = false;
  const calm = (): void => {
    inRow = 0;
  };
  const nothing = (): void => {
    inRow += 1;
  };
  const tooMany = (): number => Math.max(0, inRow - NOTHING_MAX);
  return {
    calm,
    news: () => {
      isFruitful = true;
      calm();
    },
    less: () => {
      isFruitful = true;
    },
    known: (seq) => {
      const isFurther = seq > walkedTo;
      if (!isFurther) nothing();
      walkedTo = Math.max(walkedTo, seq);
      isFruitful ||= isFurther;
      return isFurther;
    },
    tooMany,
    endTask: (isAnswered) => {
      const wasFruitful = isFruitful;
      isFruitful = false;
      if (wasFruitful) return 0;
      if (isAnswered) nothing();
      return tooMany();
    },
    startOver: () => {
      walkedTo = 0;
    },
  };
};
