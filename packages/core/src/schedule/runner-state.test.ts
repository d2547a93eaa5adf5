import { type DeviceId, deviceId, type MemberEntry, type MemberFact, type NewDevice } from '@cairn/schema';
import { expect, test } from 'vitest';
import { runnerStates } from './runner-state.ts';

const idOf = (n: number): DeviceId => deviceId(1_700_000_000_000 + n, new Uint8Array(10).fill(n));
const [own, other, third] = [idOf(1), idOf(2), idOf(3)];

const device = (id: DeviceId, name: string): NewDevice => ({
  id,
  name,
  boxKey: '00'.repeat(32),
  signKey: '00'.repeat(32),
  tokenHash: '00'.repeat(32),
});
const add = (by: DeviceId, id: DeviceId, name: string): MemberEntry =>
  entry(by, { kind: 'add', device: device(id, name) });
const entry = (by: MemberEntry['by'], fact: MemberFact): MemberEntry => ({
  ...{ n: 1, prev: '00'.repeat(32), signature: '00'.repeat(64) },
  by,
  fact,
});
const founded = entry('recovery', {
  kind: 'found',
  vaultKind: 'sealed',
  device: device(own, 'laptop'),
  recovery: { boxKey: '00'.repeat(32), signKey: '00'.repeat(32) },
  generation: { kg: 1, verifier: 'AA' },
});

/** Nobody was renamed. */
const NONE: ReadonlyMap<string, string> = new Map();

test('[SC-5] a device runs its own; those of others run on them while they are members', () => {
  const stateOf = runnerStates(own, [founded, add(own, other, 'desktop')], NONE);
  expect([own, other, third].map(stateOf)).toEqual(['this_device', 'other_device', 'nobody']);
});

test('[SC-5] in no vault there is nobody else', () => {
  expect([own, other].map(runnerStates(own, null, NONE))).toEqual(['this_device', 'nobody']);
});

test('[SC-5] one that was revoked, or became another device, runs nothing', () => {
  const revoked = entry(own, { kind: 'revoke', device: other });
  expect(runnerStates(own, [founded, add(own, other, 'desktop'), revoked], NONE)(other)).toBe('nobody');
  // A copied or restored file admits itself under a new id.
  const forked = [founded, add(own, other, 'desktop'), add(other, third, 'desktop')];
  expect([other, third].map(runnerStates(own, forked, NONE))).toEqual(['nobody', 'other_device']);
});

test('[SC-5] a device that admitted another machine of its name goes on running its own', () => {
  const members = [founded, add(own, other, 'laptop'), add(other, third, 'laptop')];
  const names = new Map([
    [other, 'laptop-2'],
    [third, 'laptop-3'],
  ]);
  expect([own, other, third].map(runnerStates(third, members, names))).toEqual([
    ...['other_device', 'other_device', 'this_device'],
  ]);
});

test('[SC-5, SY-A10] a renamed device that became another device runs nothing under its former id', () => {
  const forked = [founded, add(own, other, 'desktop'), add(other, third, 'desktop')];
  const names = new Map([
    [other, 'attic'],
    [third, 'attic'],
  ]);
  expect([other, third].map(runnerStates(own, forked, names))).toEqual(['nobody', 'other_device']);
});
