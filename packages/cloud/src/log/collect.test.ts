import { expect, test } from 'vitest';
import { heldByAll, isDormant, planCollection, RETENTION_MS } from './collect.ts';

const NOW = 1_800_000_000_000;
const device = (acked: number, seenAgoMs: number, revokedAt: number | null = null) => ({
  acked,
  createdAt: 0,
  lastSeenAt: NOW - seenAgoMs,
  revokedAt,
});

test('[SY-E4] a device is dormant after 180 days of silence, counted from its admission when it was never seen', () => {
  expect(isDormant(device(0, RETENTION_MS - 1), NOW)).toBe(false);
  expect(isDormant(device(0, RETENTION_MS), NOW)).toBe(true);
  const unseen = { acked: 0, createdAt: NOW - RETENTION_MS + 1, lastSeenAt: null, revokedAt: null };
  expect(isDormant(unseen, NOW)).toBe(false);
  expect(isDormant({ ...unseen, createdAt: NOW - RETENTION_MS }, NOW)).toBe(true);
});

test('[SY-E4] the slowest live device is the bound; dormant and revoked ones are none', () => {
  const devices = [device(9, 0), device(7, RETENTION_MS - 1), device(3, RETENTION_MS), device(1, 0, NOW)];
  expect(heldByAll(devices, NOW)).toBe(7);
  expect(heldByAll([], NOW)).toBe(Number.MAX_SAFE_INTEGER);
});

test('[SY-E4] tombstones go up to what is old and held by all, commits below the newest old one', () => {
  const devices = [device(9, 0), device(7, 0)];
  expect(planCollection({ devices, oldCommit: 8, nowMs: NOW })).toEqual({
    tombstonesUpTo: 7,
    anchorsBelow: 8,
  });
  expect(planCollection({ devices, oldCommit: 5, nowMs: NOW })).toEqual({
    tombstonesUpTo: 5,
    anchorsBelow: 5,
  });
  expect(planCollection({ devices, oldCommit: null, nowMs: NOW })).toBeNull();
});
