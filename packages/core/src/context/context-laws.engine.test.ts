import { LIMITS, type SaveInput } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';

const DAY_MS = 86_400_000;
const WORDS =
  'tide lamp pixel rye anchor invoice cedar router violin ledger quarry falcon saffron turbine glacier'.split(
    ' ',
  );
const STARTS = [
  'Never',
  'We use',
  'Fixed the',
  'Der Hafen liegt bei',
  'Run bin/',
  'The port is 73',
  '他喜欢',
];

interface Fact {
  readonly start: string;
  readonly words: readonly string[];
  readonly project: 'p' | null;
  readonly pin: boolean;
  readonly source: 'user' | 'agent';
  readonly waitMs: number;
}
const fact: fc.Arbitrary<Fact> = fc.record({
  start: fc.constantFrom(...STARTS),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 30 }),
  project: fc.constantFrom('p' as const, 'p' as const, null),
  pin: fc.boolean(),
  source: fc.constantFrom('user' as const, 'agent' as const),
  waitMs: fc.integer({ min: 1, max: DAY_MS }),
});
/** Makes the text of a fact. No two facts have the same topic, so none replaces another. */
const textOf = ({ start, words }: Fact, n: number): string => `${start} ${n}x ${words.join(' ')}`;

const setUp = () => {
  const bench = createEngineBench();
  const save = async (content: string, fields: Partial<SaveInput> = {}) => {
    bench.time.skip(1_000);
    return (await mustBe(bench.write.remember({ content, source: 'user', ...fields }))).id;
  };
  const saveFact = (one: Fact, n: number) => {
    bench.time.skip(one.waitMs);
    const { project, pin, source } = one;
    return save(textOf(one, n), { project, source, pin: pin && n % 9 === 0 });
  };
  const told = async (maxTokens: number, session: string | null = null) => {
    const made = await mustBe(bench.read.context({ project: 'p', maxTokens, session }));
    const ids = made.sections.flatMap((section) => section.ids).filter((id) => !id.startsWith('own_'));
    return { ...made, ids };
  };
  const rule = (text: string, enabled: boolean) =>
    mustBe(
      bench.write.changeProfile({
        kind: 'item_add',
        document: 'rules',
        item: { section: 'Work', text, enabled },
      }),
    );
  return { ...bench, save, saveFact, told, rule };
};

describe('[CX-11] at a session’s start', () => {
  test('one more memory never makes the block tell fewer facts until the cap, and 85 % of it is used then', async () => {
    const budget = fc.integer({ min: 500, max: 2_000 });
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 50 }), budget, async (facts, maxTokens) => {
        const { saveFact, told } = setUp();
        let before: readonly string[] = [];
        for (const [n, one] of facts.entries()) {
          await saveFact(one, n);
          const { ids, tokens } = await told(maxTokens);
          const isFull = tokens >= 0.85 * maxTokens;
          if (!isFull) expect(ids.length, `${n + 1} memories, ${tokens} of ${maxTokens}`).toBe(n + 1);
          if (ids.length < before.length) expect(isFull).toBe(true);
          expect(tokens).toBeLessThanOrEqual(maxTokens);
          before = ids;
        }
      }),
      { ...FIXED, numRuns: 12 },
    );
  });

  test('nothing is told twice, wherever else it is said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 15 }), async (facts) => {
        const { saveFact, save, told } = setUp();
        for (const [n, one] of facts.entries()) {
          await saveFact(one, n);
          await save(textOf(one, n), { project: one.project === null ? 'p' : null });
        }
        const { text, ids } = await told(8_000);
        expect(new Set(ids).size).toBe(ids.length);
        for (const [n, one] of facts.entries())
          expect(text.split(textOf(one, n)).length - 1, textOf(one, n)).toBe(1);
      }),
      { ...FIXED, numRuns: 20 },
    );
  });

  test('facts that stay keep their order when one comes, is looked at, or time goes by', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 2, maxLength: 30 }), fc.nat(), async (facts, pick) => {
        const { saveFact, told, write, time } = setUp();
        let before: readonly string[] = [];
        for (const [n, one] of facts.entries()) {
          const id = await saveFact(one, n);
          const { ids } = await told(500);
          const [kept, stay] = [
            ids.filter((one) => before.includes(one)),
            before.filter((one) => ids.includes(one)),
          ];
          expect(kept).toEqual(stay);
          expect((await told(500)).ids).toEqual(ids);
          if (n === pick % facts.length) await write.noteAccess([id]);
          before = (await told(500)).ids;
        }
        const last = await told(500);
        time.skip(DAY_MS);
        expect(await told(500)).toEqual(last);
      }),
      { ...FIXED, numRuns: 12 },
    );
  });

  test('every rule that is on is in the first message of a session, with long lists and many memories too', async () => {
    const rules = fc.array(
      fc.record({
        words: fc.array(fc.constantFrom(...WORDS), { minLength: 9, maxLength: 40 }),
        on: fc.boolean(),
      }),
      { minLength: 1, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(rules, fc.array(fact, { maxLength: 20 }), async (wanted, facts) => {
        const { saveFact, rule, read } = setUp();
        for (const [n, one] of facts.entries()) await saveFact(one, n);
        for (const [n, { words, on }] of wanted.entries()) await rule(`Rule${n}: ${words.join(' ')}`, on);
        for (const input of [
          {},
          { project: 'p' },
          { project: 'p', session: 's' },
          { session: 't', query: 'hello' },
        ]) {
          const { text } = await mustBe(read.context(input));
          for (const [n, { words, on }] of wanted.entries()) {
            if (on) expect(text).toContain(`- Rule${n}: ${words.join(' ')}\n`);
            else expect(text).not.toContain(`Rule${n}:`);
          }
        }
      }),
      { ...FIXED, numRuns: 15 },
    );
  });

  test('[M-4] what was superseded, forgotten or is out of date is never told', async () => {
    const fate = fc.constantFrom('stays', 'superseded', 'forgotten', 'stale', 'kept');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fact, fate), { minLength: 1, maxLength: 15 }), async (all) => {
        const { save, told, write, read, time } = setUp();
        const ids: string[] = [];
        for (const [n, [one, what]] of all.entries()) {
          const due = what === 'stale' || what === 'kept' ? ' until 2026-02-01' : '';
          ids.push(await save(`${textOf(one, n)}${due}`, { project: one.project, pin: n % 5 === 0 }));
        }
        for (let left = all.length; left > 0; left--) {
          const found = await read.compareNext(LIMITS.reviewLimitDefault);
          if (found.compared.length === 0) break;
          await write.noteCompared(found);
        }
        for (const [n, [one, what]] of all.entries()) {
          const id = ids[n] ?? '';
          if (what === 'superseded')
            await mustBe(write.supersede(id, { content: `new${n} ${textOf(one, n)} again`, source: 'user' }));
          if (what === 'forgotten') await mustBe(write.forget({ ids: [id] }));
          if (what === 'kept') await mustBe(write.keepReviewed(id, []));
        }
        time.skip(60 * DAY_MS);
        const { ids: shown } = await told(8_000);
        for (const [n, [, what]] of all.entries())
          expect(shown.includes(ids[n] ?? ''), `${what} ${n}`).toBe(what === 'stays' || what === 'kept');
      }),
      { ...FIXED, numRuns: 15 },
    );
  });
});
