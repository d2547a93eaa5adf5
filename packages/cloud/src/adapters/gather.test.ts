import { describe, expect, test } from 'vitest';
import { gather } from './gather.ts';

/** The inputs that were asked together, and answers that wait for `open`. */
const watched = () => {
  const groups: (readonly string[])[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const ask = gather<string, string | null>({
    work: async (inputs) => {
      groups.push(inputs);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      if (inputs.includes('bad')) throw new Error('one of them is bad');
      return inputs.map((input) => (input === 'none' ? null : input.toUpperCase()));
    },
    isHeavy: (input) => input.startsWith('heavy'),
  });
  const open = async (at: number): Promise<void> => {
    await expect.poll(() => gates[at]).toBeDefined();
    gates[at]?.resolve();
  };
  return { ask, groups, open };
};

describe('calls that are gathered', () => {
  test('those of one turn go together, those that come meanwhile with the next, and each gets its own answer', async () => {
    const { ask, groups, open } = watched();
    const firsts = [ask('a'), ask('none')];
    await expect.poll(() => groups.length).toBe(1);
    const seconds = [ask('b'), ask('c')];
    await open(0);
    expect(await Promise.all(firsts)).toEqual(['A', null]);
    await open(1);
    expect(await Promise.all(seconds)).toEqual(['B', 'C']);
    expect(groups).toEqual([
      ['a', 'none'],
      ['b', 'c'],
    ]);
  });

  test('what fails together is done one by one, and one fails', async () => {
    const { ask, groups, open } = watched();
    const asked = Promise.allSettled([ask('a'), ask('bad'), ask('b')]);
    for (const at of [0, 1, 2, 3]) await open(at);
    const answers = await asked;
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : 'failed'))).toEqual([
      'A',
      'failed',
      'B',
    ]);
    expect(groups).toEqual([['a', 'bad', 'b'], ['a'], ['bad'], ['b']]);
  });

  test('what is heavy goes by itself and at once', async () => {
    const { ask, groups, open } = watched();
    const asked = [ask('a'), ask('heavy 1'), ask('heavy 2')];
    for (const at of [0, 1, 2]) await open(at);
    await Promise.all(asked);
    expect(groups).toEqual([['heavy 1'], ['heavy 2'], ['a']]);
  });

  test('a group that hangs holds up no other', async () => {
    const { ask, groups, open } = watched();
    const hanging = ask('a');
    await expect.poll(() => groups.length).toBe(1);
    const next = ask('b');
    await open(1);
    expect(await next).toBe('B');
    await open(0);
    expect(await hanging).toBe('A');
  });

  test('a group has at most 64 calls', async () => {
    const { ask, groups, open } = watched();
    const asked = Array.from({ length: 65 }, (_, at) => ask(`call ${at}`));
    await open(0);
    await open(1);
    await Promise.all(asked);
    expect(groups.map((group) => group.length)).toEqual([64, 1]);
  });
});
