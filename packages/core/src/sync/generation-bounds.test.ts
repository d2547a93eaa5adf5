import {
  type DeviceId,
  deviceId,
  HLC_ZERO,
  type Hlc,
  hlcOf,
  LIMITS,
  type MemberEntry,
  type MemberFact,
  type MemberList,
  vaultId,
} from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import {
  beginningAt,
  isClosed,
  isLate,
  keyBounds,
  notBefore,
  presentMs,
  resealDuty,
} from './generation-bounds.ts';

const [ours, theirs] = [deviceId(1, new Uint8Array(10).fill(1)), deviceId(1, new Uint8Array(10).fill(2))];
const at = (ms: number): Hlc => hlcOf(ms, 0, '0'.repeat(16));
const sealed = (kg: number, ms: number) => ({ kg, hlc: at(ms) });

const entry = (fact: MemberFact, by: DeviceId = ours): MemberEntry => ({
  ...{ n: 1, prev: '0'.repeat(64), signature: '0'.repeat(128) },
  fact,
  by,
});
const begins = (kg: number, since?: Hlc, by?: DeviceId): MemberEntry =>
  entry(
    { kind: 'generation', generation: { kg, verifier: 'v', ...(since === undefined ? {} : { since }) } },
    by,
  );

const member = (id: DeviceId, revokedAt: number | null = null): MemberList['members'][number] => ({
  device: { id, name: 'd', boxKey: '', signKey: '', tokenHash: '' },
  addedBy: 'recovery',
  revokedAt,
});
const list = (fields: Partial<MemberList> = {}): MemberList => ({
  vault: vaultId(1, new Uint8Array(10)),
  kind: 'sealed',
  recovery: { boxKey: '', signKey: '' },
  members: [member(ours), member(theirs)],
  generations: [],
  complete: 0,
  hashes: [],
  ...fields,
});

describe('when generations end', () => {
  test('[TR-50] one begins after what the own clock, the server and the stamps of members say', () => {
    const offset = (ms: number) => ({ ms, roundTripMs: 0 });
    expect(presentMs(100, { offset: null, clock: null })).toBe(100);
    expect(presentMs(100, { offset: offset(50), clock: null })).toBe(150);
    expect(presentMs(100, { offset: offset(-90), clock: null })).toBe(100);
    expect(presentMs(100, { offset: offset(-90), clock: at(400) })).toBe(400);
  });

  test('[TR-4] at the stamp at which the next one that says so begins, and not before', () => {
    const bounds = keyBounds([begins(2), begins(3, at(100)), begins(4, at(200))]);
    expect(bounds).toEqual({
      begun: [
        { kg: 3, since: at(100) },
        { kg: 4, since: at(200) },
      ],
      complete: 0,
    });
    const late = [sealed(1, 101), sealed(2, 101), sealed(3, 201)];
    const early = [sealed(1, 100), sealed(2, 100), sealed(3, 200), sealed(4, 9_999)];
    expect(late.map((one) => isLate(bounds, one))).toEqual([true, true, true]);
    expect(early.map((one) => isClosed(bounds, one))).toEqual([false, false, false, false]);
  });

  test('[TR-4] for every stamp once a later one is complete; the highest counts', () => {
    const complete = (kg: number) => entry({ kind: 'complete', kg });
    const bounds = keyBounds([begins(2), complete(2), begins(3), complete(3)]);
    expect([sealed(2, 0), sealed(3, 0)].map((one) => isClosed(bounds, one))).toEqual([true, false]);
    expect(isClosed(keyBounds([begins(2)]), sealed(1, 9_999))).toBe(false);
  });

  test('[TR-4] a generation begins ahead of every clock that may be, and never before an earlier one', () => {
    expect(beginningAt(1_000)).toBe(at(1_000 + LIMITS.clockAheadMsMax));
    expect(beginningAt(-LIMITS.clockAheadMsMax * 2)).toBe(HLC_ZERO);
    const generations = [
      { kg: 1, verifier: 'v' },
      { kg: 2, verifier: 'v', since: at(500) },
    ];
    expect(notBefore(list({ generations }), at(400))).toBe(at(500));
    expect(notBefore(list({ generations }), at(600))).toBe(at(600));
  });
});

describe('who seals again', () => {
  const since = at(1_000);
  const duty = (members: readonly MemberEntry[], fields: Partial<MemberList> = {}, nowMs = 1_000) =>
    resealDuty(members, list(fields), ours, nowMs);

  test('[TR-17] who signed the generation; nobody when it is complete, or says not when it began', () => {
    expect(duty([begins(2, since, ours)])).toBe(2);
    expect(duty([begins(2, since, theirs)])).toBeNull();
    expect(duty([begins(2, since, ours)], { complete: 2 })).toBeNull();
    expect(duty([begins(2, undefined, ours)])).toBeNull();
    expect(duty([])).toBeNull();
  });

  test('[TR-17] all others, once that one is no member any more or has not finished in a day', () => {
    expect(duty([begins(2, since, theirs)], { members: [member(ours), member(theirs, 3)] })).toBe(2);
    const end = 1_000 + LIMITS.resealMsMax;
    expect([end, end + 1].map((nowMs) => duty([begins(2, since, theirs)], {}, nowMs))).toEqual([null, 2]);
  });
});
