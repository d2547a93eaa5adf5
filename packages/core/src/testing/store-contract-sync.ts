/** The contract for outbox, frozen batch, quarantine, dead letters and confirmations. */
import { type EntityId, type Hlc, vaultId } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import type { HeldQuery, HeldRegister, RemovedMemory, StoredRegister } from '../ports/store.ts';
import { HERE } from '../removed/trash.ts';
import {
  bodyRegister,
  goneRegister,
  keyOf,
  linkRegister,
  sampleBody,
  sampleHlc,
  sampleId,
  sampleRow,
  sampleUnread,
} from './sample-memories.ts';
import { allPages, type StoreUnderTest } from './store-under-test.ts';

const [a, b, c] = [sampleId(1), sampleId(2), sampleId(3)];
const confirmedAt = (register: StoredRegister, seq: number): StoredRegister => ({ ...register, seq });

export const syncContract = ({ apply, reader, tx }: StoreUnderTest): void => {
  describe('outbox', () => {
    const first = bodyRegister(b, sampleHlc(1), 'one');
    const second = bodyRegister(a, sampleHlc(2), 'two');

    test('is in stamp order, each key once', async () => {
      await apply({ outboxAdd: [keyOf(second), keyOf(first)] });
      await apply({ outboxAdd: [keyOf(first)] });
      expect(await tx.outbox(10)).toEqual([keyOf(first), keyOf(second)]);
      expect(await tx.outbox(1)).toEqual([keyOf(first)]);
      expect(await tx.outboxCount()).toBe(2);
    });

    test('gives each value with its key, as long as the register has that stamp', async () => {
      const later = bodyRegister(c, sampleHlc(3), 'three');
      const outdated = { ...keyOf(second), hlc: sampleHlc(4) };
      await apply({ registers: [first, second], outboxAdd: [keyOf(first), keyOf(later), outdated] });
      const found = await tx.outboxValues(10);
      expect(found).toEqual([
        { ...keyOf(first), json: JSON.stringify(first.value), kg: 0 },
        { ...keyOf(later), json: null, kg: 0 },
        { ...outdated, json: null, kg: 0 },
      ]);
      expect(await tx.outboxValues(1)).toEqual(found.slice(0, 1));
      const end = goneRegister(c, sampleHlc(5));
      await apply({ registers: [end], outboxAdd: [keyOf(end)] });
      expect(await tx.outboxValues(1, 'tombstones')).toEqual([
        { ...keyOf(end), json: JSON.stringify(end.value), kg: 0 },
      ]);
    });

    test('loses only the key with that stamp', async () => {
      await apply({ outboxAdd: [keyOf(first)] });
      await apply({ outboxRemove: [{ ...keyOf(first), hlc: sampleHlc(9) }] });
      expect(await tx.outboxCount()).toBe(1);
      await apply({ outboxRemove: [keyOf(first)] });
      expect(await tx.outboxCount()).toBe(0);
    });

    test('takes in everything, or what the server has not confirmed', async () => {
      await apply({ registers: [confirmedAt(first, 3), second] });
      expect(await tx.enqueueAll('unconfirmed')).toBe(1);
      expect(await tx.outbox(10)).toEqual([keyOf(second)]);
      expect(await tx.enqueueAll('all')).toBe(1);
      expect(await tx.outbox(10)).toEqual([keyOf(first), keyOf(second)]);
    });

    test('a confirmation marks the register that still has that stamp', async () => {
      await apply({ registers: [first, second] });
      await apply({
        confirmed: [
          { ...keyOf(first), seq: 5 },
          { ...keyOf(second), hlc: sampleHlc(9), seq: 6 },
        ],
      });
      expect(await tx.registersOf([b])).toEqual([confirmedAt(first, 5)]);
      expect(await tx.registersOf([a])).toEqual([second]);
      await tx.clearConfirmations();
      expect(await tx.registersOf([b])).toEqual([first]);
    });
  });

  describe('what was on the server and is not there any more', () => {
    const gone = goneRegister(c, sampleHlc(3), 'aa');
    const body = bodyRegister(a, sampleHlc(1), 'one');
    const own = bodyRegister(b, sampleHlc(2), 'two');

    test('[SY-E2] is sent again, tombstones first if asked, apart from what is this device’s own', async () => {
      await apply({ registers: [body, own, gone], outboxAdd: [keyOf(own)] });
      expect(await tx.enqueueAll('unconfirmed_tombstones', { again: true })).toBe(1);
      expect(await tx.outbox(10)).toEqual([keyOf(own), keyOf(gone)]);
      expect(await tx.enqueueAll('unconfirmed', { again: true })).toBe(1);
      expect(await tx.outbox(10)).toEqual([keyOf(body), keyOf(own), keyOf(gone)]);
      expect(await tx.outbox(10, 'own')).toEqual([keyOf(own)]);
      expect(await tx.againCount()).toBe(2);
      await tx.clearConfirmations();
      expect(await tx.outbox(10)).toEqual([keyOf(own)]);
    });

    test('[SY-E2] in quarantine it is sent too, unless its namesake that can be read is as large', async () => {
      const larger = sampleUnread(a, { hlc: sampleHlc(5), seq: 4 });
      const key = { entity: a, facet: 'later', hlc: sampleHlc(5) };
      await apply({ quarantineAdd: [larger] });
      await tx.clearConfirmations();
      expect(await tx.quarantined(5)).toEqual([{ ...larger, seq: null }]);
      expect(await tx.enqueueAll('unconfirmed', { again: true })).toBe(1);
      expect(await tx.outbox(5)).toEqual([key]);
      await apply({ outboxRemove: [key], confirmed: [{ ...key, seq: 9 }] });
      expect(await tx.quarantined(5)).toEqual([{ ...larger, seq: 9 }]);
      expect(await tx.enqueueAll('unconfirmed', { again: true })).toBe(0);
    });

    test('[SY-U5] what the server has refused is not sent again by itself', async () => {
      await apply({ registers: [body], deadAdd: [{ ...keyOf(body), verdict: 'malformed', at: 1 }] });
      expect(await tx.enqueueAll('unconfirmed', { again: true })).toBe(0);
    });
  });

  test('[TR-3] what was set aside comes back as it was, the newest first, and ends', async () => {
    const aside = (entity: EntityId, at: number, content: string): RemovedMemory => ({
      entity,
      body: sampleBody(content),
      node: '00000000000000bb',
      at,
    });
    await apply({ removedAdd: [aside(a, 1, 'older'), aside(b, 2, 'newer')] });
    expect(await tx.removed('others', 9)).toEqual([aside(b, 2, 'newer'), aside(a, 1, 'older')]);
    expect(await tx.removed('others', 1)).toHaveLength(1);
    expect(await tx.removedCount('others')).toBe(2);
    expect(await tx.removed('here', 9)).toEqual([]);
    const trashed = { ...aside(b, 4, 'trashed'), node: HERE };
    await apply({ removedErase: [b], removedAdd: [aside(a, 3, 'again'), trashed] });
    expect(await tx.removed('others', 9)).toEqual([aside(a, 3, 'again')]);
    expect(await tx.removed('here', 9)).toEqual([trashed]);
    expect(await tx.removedCount('here')).toBe(1);
    expect(await tx.livingCount()).toBe(0);
  });

  test('the frozen batch comes back to the byte and goes away', async () => {
    expect(await tx.inflight()).toBeNull();
    const items = [keyOf(bodyRegister(a, sampleHlc(1), 'x'))];
    await apply({ inflight: { pushNo: 4, bytes: new Uint8Array([0, 255, 10, 0]), items } });
    const found = await tx.inflight();
    expect(found && { ...found, bytes: [...found.bytes] }).toEqual({
      pushNo: 4,
      bytes: [0, 255, 10, 0],
      items,
    });
    expect((await reader().counts()).inflight).toBe(1);
    await apply({ meta: {} });
    expect(await tx.inflight()).not.toBeNull();
    await apply({ inflight: { pushNo: 5, bytes: new Uint8Array([1]), items: [] } });
    expect((await tx.inflight())?.pushNo).toBe(5);
    await apply({ inflight: null });
    expect(await tx.inflight()).toBeNull();
  });

  test('quarantine keeps what cannot be read, byte for byte', async () => {
    const item = sampleUnread(a);
    const other = { ...item, entity: b, seq: null };
    await apply({ quarantineAdd: [item, other] });
    await apply({ quarantineAdd: [{ ...item, hlc: sampleHlc(2) }] });
    expect(await tx.quarantined(10)).toEqual(expect.arrayContaining([{ ...item, hlc: sampleHlc(2) }, other]));
    expect(await tx.quarantinedOf([b])).toEqual([other]);
    await apply({ quarantineRemove: [{ entity: a, facet: 'later' }] });
    expect(await tx.quarantined(10)).toEqual([other]);
  });

  test('[SY-M6] what is quarantined is enqueued and confirmed like what is present', async () => {
    const item = sampleUnread(a, { facet: 'body' });
    await apply({ quarantineAdd: [item] });
    expect(await tx.enqueueAll('unconfirmed')).toBe(0);
    await tx.clearConfirmations();
    expect(await tx.quarantined(10)).toEqual([{ ...item, seq: null }]);
    expect(await tx.enqueueAll('unconfirmed')).toBe(1);
    await apply({ confirmed: [{ ...keyOf(bodyRegister(a, sampleHlc(2), 'y')), seq: 9 }] });
    expect(await tx.quarantined(10)).toEqual([{ ...item, seq: null }]);
    await apply({ confirmed: [{ ...keyOf(bodyRegister(a, sampleHlc(1), 'x')), seq: 9 }] });
    expect(await tx.quarantined(10)).toEqual([{ ...item, seq: 9 }]);
  });

  describe('[SY-E5] what is held', () => {
    const everything = { after: { entity: '', facet: '' }, to: null, above: 0 };
    const held = (query: Partial<HeldQuery> = {}, limit = 100) =>
      reader().held({ ...everything, ...query }, limit);
    const plain = { waiting: false, refused: null, unread: null };
    const heldAs = (register: StoredRegister, more: object = {}) => ({
      ...keyOf(register),
      seq: register.seq,
      ...plain,
      ...more,
    });

    test('comes in the order of entity and facet as bytes, in pages', async () => {
      const body = bodyRegister(a, sampleHlc(3), 'one');
      const link = linkRegister(a, sampleHlc(1), c);
      const other = confirmedAt(bodyRegister(b, sampleHlc(2), 'two'), 4);
      const odd = ['\u{1f600}', '\ufffd', 'z'].map((facet, seq) =>
        sampleUnread(a, { facet, hlc: sampleHlc(seq), seq }),
      );
      await apply({ registers: [other, link, body], quarantineAdd: odd });
      const all = await held();
      expect(all.map(({ facet }) => facet)).toEqual(['body', 'link', 'z', '\ufffd', '\u{1f600}', 'body']);
      expect(all[0]).toEqual(heldAs(body));
      expect(all[2]).toMatchObject({ unread: 'unknown', seq: 2 });
      expect(all[5]).toEqual(heldAs(other));
      const paged = await allPages<HeldRegister>((last) => held({ after: last ?? everything.after }, 2));
      expect(paged).toEqual(all);
      expect(await held({ to: b })).toEqual(all.slice(0, 5));
      expect(await held({ after: { entity: b, facet: '' } })).toEqual(all.slice(5));
      expect(await held({ after: { entity: b, facet: 'body' } })).toEqual([]);
    });

    test('tells what waits, what was refused, and of two values the larger stamp', async () => {
      const [first, second, third] = [a, b, c].map((id, at) => bodyRegister(id, sampleHlc(at + 5), 'x'));
      if (first === undefined || second === undefined || third === undefined) throw new Error('three');
      const unread = ({ entity, facet }: StoredRegister, hlc: Hlc) =>
        sampleUnread(entity, { facet, hlc, seq: 3, reason: 'no_key' });
      await apply({
        registers: [first, second, confirmedAt(third, 2)],
        outboxAdd: [keyOf(first), { ...keyOf(second), hlc: sampleHlc(1) }],
        deadAdd: [{ ...keyOf(second), verdict: 'too_big', at: 1 }],
        quarantineAdd: [unread(first, sampleHlc(4)), unread(third, sampleHlc(9))],
      });
      expect(await held()).toEqual([
        heldAs(first, { waiting: true }),
        heldAs(second, { refused: 'too_big' }),
        heldAs({ ...third, hlc: sampleHlc(9), seq: 3 }, { unread: 'no_key' }),
      ]);
    });

    test('leaves out tombstones that the server confirmed up to a sequence, and nothing else', async () => {
      const [old, fresh] = [
        confirmedAt(goneRegister(a, sampleHlc(1), null), 4),
        confirmedAt(goneRegister(b, sampleHlc(2), null), 5),
      ];
      const unsent = goneRegister(c, sampleHlc(3), null);
      await apply({ registers: [old, fresh, unsent] });
      expect(await held({ above: 4 })).toEqual([heldAs(fresh), heldAs(unsent)]);
      expect(await held()).toHaveLength(3);
    });
  });

  test('dead letters are kept, told and taken away', async () => {
    const letter = { entity: a, facet: 'body', hlc: sampleHlc(1), verdict: 'too_big', at: 5 };
    await apply({ deadAdd: [letter] });
    expect(await tx.deadLetters(10)).toEqual([letter]);
    expect(await reader().deadLetters(10)).toEqual([letter]);
    await apply({
      deadAdd: [
        { ...letter, facet: 'tags' },
        { ...letter, facet: 'flags', verdict: 'malformed' },
      ],
      quarantineAdd: [sampleUnread(b, { reason: 'no_key' })],
    });
    expect(await tx.setAside()).toEqual({
      refused: { too_big: 2, malformed: 1 },
      unread: { no_key: 1 },
      unreadNamed: [{ entity: b, reason: 'no_key' }],
    });
    await apply({
      deadRemove: [
        { entity: a, facet: 'tags' },
        { entity: a, facet: 'flags' },
      ],
    });
    await apply({ deadRemove: [{ entity: a, facet: 'body' }] });
    expect(await reader().deadLetters(10)).toEqual([]);
  });

  test('leaving clears what belongs to sync and keeps the memories', async () => {
    const register = confirmedAt(bodyRegister(a, sampleHlc(1), 'one'), 7);
    await apply({
      registers: [register],
      memories: [sampleRow(a, 'one')],
      outboxAdd: [keyOf(register)],
      inflight: { pushNo: 1, bytes: new Uint8Array([1]), items: [] },
      deadAdd: [{ ...keyOf(register), verdict: 'malformed', at: 1 }],
      quarantineAdd: [sampleUnread(a, { facet: 'body' })],
    });
    await tx.clearSync();
    expect(await reader().counts()).toMatchObject({
      memories: 1,
      outbox: 0,
      inflight: 0,
      dead: 0,
      quarantined: 0,
    });
    expect(await tx.registersOf([a])).toEqual([{ ...register, seq: null }]);
  });

  test('the vault and its cursor are small facts like the others', async () => {
    const vault = {
      id: vaultId(1, new Uint8Array(10)),
      kind: 'sealed',
      server: 'https://example.test',
      kg: 1,
    } as const;
    const pull = {
      cursor: null,
      high: 4,
      head: 9,
      bootstrap: { done: 1, expected: 2, empty: true, start: 9 },
    };
    await apply({ meta: { vault, pull } });
    expect([await reader().meta('vault'), await reader().meta('pull')]).toEqual([vault, pull]);
  });
};
