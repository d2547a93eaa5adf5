import { LIMITS, type SaveInput } from '@cairn/schema';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIXED } from '../testing/arbitrary-registers.ts';
import { createEngineBench, mustBe } from '../testing/engine-bench.ts';

const DAY_MS = 86_400_000;
const WORDS =
  'tide lamp pixel rye anchor invoice cedar router violin ledger quarry falcon saffron turbine glacier Schrank fenêtre montaña дерево 咖啡 部署 サーバー 데이터 مفتاح'.split(
    ' ',
  );
const STARTS = [
  ...['Never', 'We use', 'Fixed the', 'Run bin/', 'The port is 73', '1. First', '# Always', '`code`'],
  ...['Der Hafen liegt bei', 'Nous utilisons', 'Мы используем', '他喜欢', '毎週'],
];
const NAMES = [
  ...[
    'tacit/preferences indent',
    'tacit/personality dry',
    'entity/default person/ada',
    'daily/2026-01-01 db',
  ],
  'default port',
];

interface Fact {
  readonly start: string;
  readonly words: readonly string[];
  readonly end: string;
  /** `q` is another project than the session's. */
  readonly project: 'p' | 'q' | null;
  readonly pin: boolean;
  readonly source: 'user' | 'agent' | 'auto';
  /** Namespace and key; null for a memory without a key. */
  readonly name: string | null;
  readonly waitMs: number;
}
const fact: fc.Arbitrary<Fact> = fc.record({
  start: fc.constantFrom(...STARTS),
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 40 }),
  end: fc.constantFrom('', '.', '!', '。', '. Then it stops.', '\n- and a list'),
  project: fc.constantFrom('p', 'p', 'q', null),
  pin: fc.constantFrom(true, false, false),
  source: fc.constantFrom('user', 'user', 'agent', 'auto'),
  name: fc.option(fc.constantFrom(...NAMES)),
  waitMs: fc.integer({ min: 1, max: 3 * DAY_MS }),
});
/** Makes the text of a fact. No two facts have the same topic, so none replaces another. */
const textOf = ({ start, words, end }: Fact, n: number): string => `${start} ${n}x ${words.join(' ')}${end}`;
const isHere = ({ project }: Fact): boolean => project !== 'q';
const count = (text: string, part: string): number => text.split(part).length - 1;

const setUp = () => {
  const bench = createEngineBench();
  const save = async (content: string, fields: Partial<SaveInput> = {}) => {
    bench.time.skip(1_000);
    return (await mustBe(bench.write.remember({ content, source: 'user', ...fields }))).id;
  };
  const saveFact = (one: Fact, n: number) => {
    bench.time.skip(one.waitMs);
    const { project, pin, source } = one;
    const [namespace, key] = one.name?.split(' ') ?? [];
    const name = namespace === undefined ? {} : { namespace, key: `${key}-${n}` };
    return save(textOf(one, n), { project, source, ...name, ...(source === 'user' ? { pin } : {}) });
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
    const budget = fc.integer({ min: 600, max: 4_000 });
    const facts = fc.array(fact, { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(facts, budget, fc.nat(8), async (saved, maxTokens, rules) => {
        const { saveFact, told, rule } = setUp();
        for (let n = 0; n < rules; n++) await rule(`Rule ${n}: ${'cedar '.repeat(n)}`, n % 3 !== 0);
        let before: readonly string[] = [];
        for (const [n, one] of saved.entries()) {
          await saveFact(one, n);
          const { ids, tokens } = await told(maxTokens);
          const isFull = tokens >= 0.85 * maxTokens;
          const here = saved.slice(0, n + 1).filter(isHere).length;
          if (!isFull) expect(ids.length, `${n + 1} memories, ${tokens} of ${maxTokens}`).toBe(here);
          if (ids.length < before.length) expect(isFull).toBe(true);
          expect(tokens).toBeLessThanOrEqual(maxTokens);
          before = ids;
        }
      }),
      { ...FIXED, numRuns: 15 },
    );
  });

  test('pinned memories beyond their limit use the tokens that are left', async () => {
    const { save, told } = setUp();
    for (let n = 0; n < 60; n++)
      await save(`Fact ${n}x holds for ${WORDS.slice(0, 12).join(' ')}`, { pin: true });
    expect((await told(1_000)).tokens).toBeGreaterThan(850);
    const { ids, sections } = await told(6_000);
    expect([ids.length, sections.map(({ name }) => name)]).toEqual([60, ['pinned']]);
  });

  test('a pinned key beyond that limit is not told again without its key', async () => {
    const { save, told } = setUp();
    const text = (n: number) => `Fact ${n}x holds for ${WORDS.slice(0, 12).join(' ')}`;
    for (let n = 0; n < 60; n++) {
      await save(text(n), { pin: true, namespace: 'entity/default', key: `fact-${n}` });
      await save(text(n), { project: 'p' });
    }
    const { text: block } = await told(6_000);
    for (let n = 0; n < 60; n++) expect(count(block, text(n)), text(n)).toBe(1);
  });

  test('nothing is told twice, wherever else it is said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 1, maxLength: 15 }), async (facts) => {
        const { saveFact, save, told } = setUp();
        for (const [n, one] of facts.entries()) {
          await saveFact(one, n);
          await save(textOf(one, n), { project: one.project === null ? 'p' : null });
        }
        const { text, ids } = await told(16_000);
        expect(new Set(ids).size).toBe(ids.length);
        for (const [n, one] of facts.entries()) {
          const [line = ''] = textOf(one, n).split('\n');
          expect(count(text, line), line).toBe(1);
        }
      }),
      { ...FIXED, numRuns: 20 },
    );
  });

  test('facts that stay keep their order when one comes, is looked at, or time goes by', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: 2, maxLength: 30 }), fc.nat(), async (facts, pick) => {
        const { saveFact, told: toldOf, write, time } = setUp();
        const told = () => toldOf(400 + (pick % 1_200));
        let before: readonly string[] = [];
        for (const [n, one] of facts.entries()) {
          const id = await saveFact(one, n);
          const { ids } = await told();
          const [kept, stay] = [
            ids.filter((one) => before.includes(one)),
            before.filter((one) => ids.includes(one)),
          ];
          expect(kept).toEqual(stay);
          expect((await told()).ids).toEqual(ids);
          if (n === pick % facts.length) await write.noteAccess([id]);
          before = (await told()).ids;
        }
        const last = await told();
        time.skip(DAY_MS);
        expect(await told()).toEqual(last);
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
          ids.push(
            await save(`${textOf({ ...one, end: '' }, n)}${due}`, { project: one.project, pin: n % 5 === 0 }),
          );
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
        for (const [n, [one, what]] of all.entries())
          expect(shown.includes(ids[n] ?? ''), `${what} ${n}`).toBe(
            isHere(one) && (what === 'stays' || what === 'kept'),
          );
      }),
      { ...FIXED, numRuns: 15 },
    );
  });
});
