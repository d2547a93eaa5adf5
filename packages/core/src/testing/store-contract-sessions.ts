/** The contract for sessions, their messages and files. */
import { defined, LIMITS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { MessageRow, SessionRow } from '../ports/store.ts';
import { newSession } from '../session/session-row.ts';
import { sampleSession, sampleTurns } from './sample-passages.ts';
import { allPages, type StoreUnderTest } from './store-under-test.ts';

const session = (id: string, fields: Partial<SessionRow> = {}): SessionRow => ({
  ...newSession(
    { id, name: id, scope: 'global', scopeId: '', project: null, agent: null, maxTokens: null },
    1,
  ),
  metadata: '{"of":"a sample"}',
  ...fields,
});

const message = (id: string, sequence: number, fields: Partial<MessageRow> = {}): MessageRow => ({
  session: id,
  sequence,
  role: 'user',
  content: `message ${sequence}`,
  toolCalls: null,
  toolResults: null,
  tokens: 2,
  at: 10 + sequence,
  ...fields,
});

export const sessionContract = ({ apply, failing, reader, tx }: StoreUnderTest): void => {
  const all = (id: string) =>
    reader().messages({ session: id, after: -1, upto: Number.MAX_SAFE_INTEGER, limit: 100 });

  describe('sessions', () => {
    test('[SE-1] every field of a session and of its messages comes back as it went in', async () => {
      const whole = session('a', {
        name: 'agent:x',
        scope: 'team',
        scopeId: '7',
        project: 'p',
        agent: 'claude',
        state: 'completed',
        lastSequence: 9,
        messages: 3,
        maxTokens: 5_000,
        tokens: 40,
        unsummarised: 2,
        unsummarisedTokens: 30,
        earlier: 'before',
        summary: 'now',
        summaryModel: 'm',
        summaryEpoch: 4,
        summaryFrom: 1,
        summaryUpto: 5,
        compactedUpto: 3,
        compactions: 2,
        compactedAt: 77,
        flushedAtCompaction: 1,
        extractedUpto: 6,
        extractedAt: 78,
        reviewedAt: 79,
        activeTask: 'do it',
        createdAt: 70,
        updatedAt: 80,
      });
      const full = message('a', 9, { role: 'tool', toolCalls: '[1]', toolResults: '[{"a":"b"}]' });
      await apply({ sessions: [whole], messages: [message('a', 4), full] });
      expect(await reader().session('a')).toEqual(whole);
      expect(await tx.session('a')).toEqual(whole);
      expect(await all('a')).toEqual([message('a', 4), full]);
      expect(await reader().session('other')).toBeNull();
      expect(await all('other')).toEqual([]);
      await apply({ sessions: [{ ...whole, summary: null, state: 'working' }] });
      expect(await reader().session('a')).toMatchObject({ summary: null, state: 'working' });
    });

    test('[SE-1] a session is found by its name in no scope, which only one may have', async () => {
      const named = (name: string) => tx.sessionNamed(name);
      const titled = session('a', { name: 'Fix tests' });
      await apply({ sessions: [titled, session('b', { name: 'Fix tests', scope: 'team' })] });
      expect(await named('Fix tests')).toEqual(titled);
      expect(await named('a')).toBeNull();
      await expect(apply({ sessions: [session('c', { name: 'Fix tests' })] })).rejects.toThrow();
      await apply({ sessions: [{ ...titled, name: 'a' }, session('c', { name: 'Fix tests' })] });
      expect((await named('Fix tests'))?.id).toBe('c');
    });

    test('[SE-1] messages come in their order: after one, up to one, the newest of too many', async () => {
      await apply({
        sessions: [session('a'), session('b')],
        messages: [3, 1, 2, 7].map((n) => message('a', n)).concat(message('b', 2)),
      });
      const asked = async (after: number, upto: number, limit = 100) =>
        (await reader().messages({ session: 'a', after, upto, limit })).map(({ sequence }) => sequence);
      expect(await asked(-1, 9)).toEqual([1, 2, 3, 7]);
      expect(await asked(1, 3)).toEqual([2, 3]);
      expect(await asked(-1, 9, 2)).toEqual([3, 7]);
      expect(await asked(7, 9)).toEqual([]);
      expect(await reader().messagesAfter('a', 1)).toBe(3);
      expect(await reader().messagesAfter('c', -1)).toBe(0);
    });

    test('[SE-1] are listed the last changed first, within name, scope, project and state', async () => {
      await apply({
        sessions: [
          session('a', { updatedAt: 1, project: 'p' }),
          session('b', { updatedAt: 3, project: 'p', state: 'completed', scope: 's' }),
          session('c', { updatedAt: 2 }),
        ],
      });
      const ids = async (query: object, limit = 10) => {
        const { rows, total } = await reader().sessions({ limit, ...query });
        return [...rows.map(({ id }) => id), total];
      };
      expect(await ids({})).toEqual(['b', 'c', 'a', 3]);
      expect(await ids({}, 1)).toEqual(['b', 3]);
      expect(await ids({ project: 'p' })).toEqual(['b', 'a', 2]);
      expect(await ids({ project: null })).toEqual(['c', 1]);
      expect(await ids({ state: 'working', project: 'p' })).toEqual(['a', 1]);
      expect(await ids({ scope: 's' })).toEqual(['b', 1]);
      expect(await ids({ name: 'c' })).toEqual(['c', 1]);
    });

    test('[SE-1, F-11] a list of sessions goes on after a place, also between those of one moment', async () => {
      const rows = Array.from({ length: 7 }, (_, n) => session(`s${n}`, { updatedAt: n < 3 ? 5 : 9 - n }));
      await apply({ sessions: rows });
      const seen = await allPages<SessionRow>(async (after) => {
        const page = await reader().sessions({ limit: 2, ...defined({ after }) });
        expect(page.total).toBe(7);
        return page.rows;
      });
      expect(seen.map(({ id }) => id)).toEqual(['s3', 's0', 's1', 's2', 's4', 's5', 's6']);
    });

    test('[SE-4] messages are found by all of their words, begun or whole, in their own session', async () => {
      const long = `A wombat ${'went on and on. '.repeat(80)} with an umbrella`;
      const texts = ['An okapi', 'nothing', 'Okapis eat leaves', long, '動物園へ行く', 'a 7'];
      await apply({
        ...sampleSession('a', texts),
        sessions: [session('a'), session('b')],
        messages: texts.flatMap((content, at) => [
          message('a', at, { content }),
          message('b', at, { content }),
        ]),
      });
      await apply(sampleSession('b', ['an okapi elsewhere']));
      const search = async (words: readonly string[], pairs: readonly string[] = [], limit = 10) => {
        const { rows, found } = await reader().findMessages({ session: 'a', words, pairs, limit });
        return [...rows.map(({ sequence }) => sequence), `of ${found}`];
      };
      expect(await search(['okap'])).toEqual([0, 2, 'of 2']);
      expect(await search(['okap'], [], 1)).toEqual([2, 'of 2']);
      expect(await search(['okapi', 'lea'])).toEqual([2, 'of 1']);
      expect(await search(['wombat', 'umbrel'])).toEqual([3, 'of 1']);
      expect(await search(['elsewhere'])).toEqual(['of 0']);
      expect(await search([], ['動物', '物園'])).toEqual([4, 'of 1']);
      expect(await search(['7'])).toEqual([5, 'of 1']);
      expect(await search(['o'])).toEqual(['of 0']);
    });

    test('[SE-1] those that knowledge was not taken from, and that are idle, come the oldest first', async () => {
      await apply({
        sessions: [
          session('a', { updatedAt: 30, lastSequence: 4, extractedUpto: 3 }),
          session('b', { updatedAt: 10, lastSequence: 4 }),
          session('done', { updatedAt: 10, lastSequence: 4, extractedUpto: 4 }),
          session('late', { updatedAt: 50, lastSequence: 4 }),
          session('empty', { updatedAt: 1 }),
        ],
      });
      const stale = async (since: number, limit: number) =>
        (await reader().staleSessions(since, limit)).map(({ id }) => id);
      expect(await stale(50, 10)).toEqual(['b', 'a']);
      expect(await stale(50, 1)).toEqual(['b']);
      expect(await stale(10, 10)).toEqual([]);
    });

    test('[SE-2] files come the newest first, each once, and old ones go', async () => {
      const file = (path: string, at: number) => ({ session: 'a', path, at });
      await apply({ sessionFiles: [file('/x', 1), file('/y', 2), { session: 'b', path: '/z', at: 9 }] });
      await apply({ sessionFiles: [file('/x', 3)] });
      const paths = async (limit: number) =>
        (await reader().sessionFiles('a', limit)).map(({ path }) => path);
      expect(await paths(10)).toEqual(['/x', '/y']);
      expect(await paths(1)).toEqual(['/x']);
      for (let n = 0; n < LIMITS.sessionFilesKept; n++)
        await apply({ sessionFiles: [file(`/${n}`, 10 + n)] });
      expect(await paths(100)).toHaveLength(LIMITS.sessionFilesKept);
      expect(await paths(100)).not.toContain('/x');
    });

    test('[SE-4] a piece that is said again carries until when, and forgets it with its source', async () => {
      await apply(sampleSession('s1', ['a zebra', 'an okapi', 'a zebra']));
      const [first] = sampleTurns('s1', ['a zebra']);
      const hash = first?.contentHash ?? '';
      const said = (hashes: readonly string[], source = 's1') => tx.saidIn(source, hashes);
      expect(await said([hash, 'none'])).toEqual([
        { ordinal: 0, part: 0, author: 'anna', contentHash: hash },
      ]);
      expect(await said([])).toEqual([]);
      expect(await said([hash], 's2')).toEqual([]);
      await apply({ saidAgain: [{ source: 's1', ordinal: 0, part: 0, until: 7 }] });
      const until = async () =>
        (await reader().likePassages(['zebra'], {}, 10)).map(({ passage }) => passage.until);
      expect((await until()).sort()).toEqual([7, null]);
      await apply(sampleSession('s1', ['a zebra', 'an okapi', 'a zebra']));
      expect((await until()).sort()).toEqual([7, null]);
      await apply({ eraseSources: ['s1'], ...sampleSession('s1', ['a zebra']) });
      expect(await until()).toEqual([null]);
    });

    test('[IM-4] messages between two times say how they begin', async () => {
      await apply({ messages: [message('a', 1, { role: 'tool' }), message('a', 2), message('b', 1)] });
      const between = (from: number, to: number) => tx.messagesBetween('a', from, to);
      expect(await between(11, 11)).toEqual([{ sequence: 1, role: 'tool', at: 11, beginning: 'message 1' }]);
      expect(await between(11, 12)).toHaveLength(2);
      expect(await between(13, 99)).toEqual([]);
    });

    test('[SE-1] [ST-4] an erased source takes its session, messages and files with it, and no other', async () => {
      await apply({
        ...sampleSession('a', ['a zebra']),
        sessions: [session('a'), session('b')],
        messages: [message('a', 1), message('b', 1)],
        sessionFiles: [
          { session: 'a', path: '/x', at: 1 },
          { session: 'b', path: '/x', at: 1 },
        ],
      });
      await apply({ eraseSources: ['a'] });
      expect(await reader().session('a')).toBeNull();
      expect(await all('a')).toEqual([]);
      expect(await reader().sessionFiles('a', 9)).toEqual([]);
      expect(await reader().likePassages(['zebra'], {}, 9)).toEqual([]);
      expect(await reader().session('b')).not.toBeNull();
      expect(await all('b')).toHaveLength(1);
      expect(await reader().sessionFiles('b', 9)).toHaveLength(1);
    });

    test('[SE-1] a write that failed leaves nothing of them', async () => {
      await failing((tx) => tx.apply({ sessions: [session('a')], messages: [message('a', 1)] }));
      expect(await reader().session('a')).toBeNull();
      expect(await all('a')).toEqual([]);
    });
  });
};
