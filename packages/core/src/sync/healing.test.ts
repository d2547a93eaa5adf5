import { expect, test } from 'vitest';
import type { Healing, MetaValues } from '../ports/store.ts';
import { afterPage, beginHealing, type HealingPage } from './healing.ts';

const pulled = (high: number, bootstrap: MetaValues['pull']['bootstrap'] = null): MetaValues['pull'] => ({
  cursor: 'c',
  high,
  head: high,
  bootstrap,
});
const begin = (why: Healing['why'], before: Healing | null, pull: MetaValues['pull'] | null) =>
  beginHealing({ why, nowMs: 7, before, pull });
const page = (tombFloor: number, isLast: boolean, other: Partial<HealingPage> = {}): HealingPage => ({
  ...{ tombFloor, isLast, head: 1_000, isOtherEpoch: false },
  ...other,
});

test('[SY-E2] after the last page what the server lacks is sent, tombstones first', () => {
  const healing = begin('epoch_changed', null, pulled(10));
  expect(healing).toMatchObject({ phase: 'pull', held: 10, sweeps: false, since: 7 });
  expect(afterPage(healing, page(10, false)).phase).toBe('pull');
  expect(afterPage(healing, page(10, true)).phase).toBe('tombstones');
});

test('[SY-E4] whoever held less than the floor sweeps, whatever made it begin anew', () => {
  for (const why of ['epoch_changed', 'push_gap', 'device_forked'] as const) {
    const seen = afterPage(begin(why, null, pulled(10)), page(11, false));
    expect(seen).toMatchObject({ phase: 'pull', sweeps: true });
    expect(afterPage(seen, page(11, true)).phase).toBe('sweep');
  }
  expect(afterPage(begin('resync_required', null, pulled(10)), page(11, true)).phase).toBe('sweep');
});

test('[SY-E4] who was away for too long and saw every tombstone that was collected sends what the server lacks', () => {
  const away = begin('resync_required', null, pulled(10));
  expect(afterPage(away, page(0, true)).phase).toBe('tombstones');
  expect(afterPage(away, page(10, true)).phase).toBe('tombstones');
  // Put back meanwhile: nothing was collected, or something that is counted otherwise than here.
  for (const putBack of [{ isOtherEpoch: true }, { head: 9 }]) {
    expect(afterPage(away, page(0, true, putBack)).phase).toBe('tombstones');
    expect(afterPage(away, page(3, true, putBack)).phase).toBe('sweep');
  }
});

test('[SY-E4] who had not finished its first pull held what was alive when that began, or nothing of the vault', () => {
  const bootstrap = { done: 1, expected: 9, empty: false, start: 40 };
  expect(begin('epoch_changed', null, pulled(0, bootstrap)).held).toBe(40);
  const fresh = begin('epoch_changed', null, pulled(0, { ...bootstrap, start: null }));
  expect(afterPage(fresh, page(1_000, true)).phase).toBe('tombstones');
});

test('[SY-E2] a healing that is cut short by the next keeps what it knew; one that had pulled everything does not need it', () => {
  const first = afterPage(begin('resync_required', null, pulled(10)), page(20, false));
  const again = begin('epoch_changed', first, pulled(0, { done: 5, expected: 9, empty: false, start: 30 }));
  expect(again).toMatchObject({ why: 'epoch_changed', held: 10, sweeps: true, phase: 'pull' });
  const sending = afterPage(begin('epoch_changed', null, pulled(10)), page(0, true));
  expect(begin('epoch_changed', { ...sending, sent: 3 }, pulled(30))).toMatchObject({
    held: 30,
    sweeps: false,
    sent: 3,
  });
});

test('pages that come later change nothing', () => {
  const sending: Healing = { ...begin('epoch_changed', null, pulled(10)), phase: 'rest' };
  expect(afterPage(sending, page(99, true))).toBe(sending);
});
