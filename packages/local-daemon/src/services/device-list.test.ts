import {
  type DeviceId,
  deviceId,
  type Member,
  type MemberList,
  vaultId,
  type WireDevice,
} from '@cairn/schema';
import { expect, test } from 'vitest';
import { freeName, listDevices, otherNamed } from './device-list.ts';

const idOf = (n: number): DeviceId => deviceId(n, new Uint8Array(10).fill(n));
const hex = (n: number): string => n.toString(16).padStart(2, '0').repeat(32);

const member = (n: number, name: string, revokedAt: number | null = null): Member => ({
  device: { id: idOf(n), name, boxKey: hex(n), signKey: hex(n), tokenHash: hex(n) },
  addedBy: 'recovery',
  revokedAt,
});
const served = (n: number, name: string, revokedAt: number | null = null): WireDevice => ({
  ...{ id: idOf(n), name, boxKey: hex(n), signKey: hex(n), createdAt: 1, lastSeenAt: 2 },
  ...{ acked: 5, lag: n, revokedAt },
});
const list: MemberList = {
  vault: vaultId(1, new Uint8Array(10)),
  kind: 'sealed',
  recovery: { boxKey: hex(9), signKey: hex(9) },
  members: [member(1, 'laptop'), member(2, 'tablet', 3), member(3, 'desktop'), member(4, 'phone')],
  generations: [],
  complete: 0,
  hashes: [],
};

test('[TR-13] a name is one line, so that none can forge a row of the list', () => {
  const forged = { ...list, members: [member(1, 'evil\nd_fake  desktop\u001b[2J   up to date')] };
  const [row, stranger] = listDevices(forged, [served(1, 'x'), served(8, 'a\n\nb')], null, new Map());
  expect(row?.name).toBe('evil d_fake desktop\ufffd[2J up to date');
  expect(stranger?.name).toBe('a b');
});

test('[SY-S6] what the server adds, drops, renames or shuts out is told apart from what the devices signed', () => {
  const rows = [
    served(1, 'laptop'),
    // The server drops a revocation, renames and shuts out a member, and adds a device.
    served(2, 'tablet'),
    served(3, 'another name', 7),
    served(8, 'ghost'),
  ];
  const found = listDevices(list, rows, idOf(1), new Map());
  expect(found.map(({ name, standing, revoked }) => [name, standing, revoked])).toEqual([
    ['laptop', 'member', false],
    ['tablet', 'revoked', true],
    ['desktop', 'shut_out', true],
    ['phone', 'missing', false],
    ['ghost', 'unsigned', false],
  ]);
  expect(found[0]).toMatchObject({ current: true, lag: 1, lastSeenAt: '1970-01-01T00:00:00.002Z' });
  expect(found[3]).toMatchObject({ current: false, lag: 0, lastSeenAt: null });
});

test('a number of a server that is no time is shown as the last time', () => {
  const [laptop] = listDevices(list, [{ ...served(1, 'laptop'), lastSeenAt: 9e15 }], null, new Map());
  expect(laptop?.lastSeenAt).toBe('+275760-09-13T00:00:00.000Z');
});

test('[SY-A10] a name that a person gave is on one line, beside the one that was signed', () => {
  const names = new Map([[idOf(1), 'attic\nd_forged']]);
  const [laptop, tablet] = listDevices(list, null, null, names);
  expect(laptop).toMatchObject({ name: 'attic d_forged', enteredAs: 'laptop' });
  expect(tablet?.enteredAs).toBeUndefined();
});

test('[SY-A11] a name that another device has gets a number, one of a revoked device is free', () => {
  const names = new Map([[idOf(4), 'laptop-2']]);
  const devices = listDevices(list, null, idOf(3), names);
  expect(freeName(devices, idOf(3), 'desktop')).toBe('desktop');
  expect(freeName(devices, idOf(3), 'tablet')).toBe('tablet');
  expect(freeName(devices, idOf(3), 'laptop')).toBe('laptop-3');
  expect(otherNamed(devices, idOf(3), ' laptop ')?.id).toBe(idOf(1));
  const long = 'x'.repeat(64);
  const full = listDevices({ ...list, members: [member(1, long)] }, null, null, new Map());
  expect(freeName(full, idOf(3), long)).toBe(`${'x'.repeat(62)}-2`);
});
