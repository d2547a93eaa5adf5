/**
 * Lets calls share a statement. If no statement runs, one starts at the end of this turn of the event loop, with all calls of the turn.
 * Calls that arrive while it runs share the next one. So the cost of a call falls as the load rises.
 */
import { atMost } from '../postgres/at-most.ts';

export interface Gathering<In, Out> {
  /** Returns the answers in the order of the inputs. */
  readonly work: (inputs: readonly In[]) => Promise<readonly Out[]>;
  /** A heavy input gets a statement of its own at once, because sharing would save nothing. */
  readonly isHeavy?: (input: In) => boolean;
}

/** The most calls of one statement. It limits how long the first call waits because of the others. */
const TOGETHER_MAX = 64;
/** A statement that takes longer, for example on a hanging connection, no longer holds back the next one. */
const PATIENCE_MS = 250;

interface Call<In, Out> {
  readonly input: In;
  readonly settle: PromiseWithResolvers<Out>;
}

export const gather = <In, Out>({ work, isHeavy = () => false }: Gathering<In, Out>) => {
  const waiting: Call<In, Out>[] = [];
  let isUnderWay = false;

  const alone = async (input: In): Promise<Out> => {
    const [output] = await work([input]);
    if (output === undefined) throw new Error('the statement returned no answer for a call');
    return output;
  };

  /** Never rejects. Calls that fail together are repeated one by one, so that each gets its own error. */
  const together = async (calls: readonly Call<In, Out>[]): Promise<void> => {
    const outputs = calls.length === 1 ? [] : await work(calls.map(({ input }) => input)).catch(() => []);
    for (const [at, { input, settle }] of calls.entries()) {
      const output = outputs[at];
      settle.resolve(output === undefined ? alone(input) : output);
    }
    await Promise.allSettled(calls.map(({ settle }) => settle.promise));
  };

  const next = async (): Promise<void> => {
    await atMost(PATIENCE_MS, together(waiting.splice(0, TOGETHER_MAX)));
    isUnderWay = false;
    begin();
  };

  const begin = (): void => {
    if (isUnderWay || waiting.length === 0) return;
    isUnderWay = true;
    setImmediate(next);
  };

  return (input: In): Promise<Out> => {
    if (isHeavy(input)) return alone(input);
    const settle = Promise.withResolvers<Out>();
    waiting.push({ input, settle });
    begin();
    return settle.promise;
  };
};
