import { DAY_MS } from '@cairn/schema';
import { expect, test } from 'vitest';
import { BACKUPS_KEPT, backupNameAt, planBackups } from './backup-plan.ts';

const NOW = Date.UTC(2026, 10, 25, 12, 30, 15);

test('[OP-15] a backup is due when there is none, and when the newest is as old as the interval', () => {
  expect(planBackups([], NOW, DAY_MS)).toEqual({ lastAtMs: null, isDue: true, surplus: [] });
  const name = backupNameAt(NOW);
  expect(name).toBe('cairn-2026-11-25T12-30-15Z.ndjson');
  expect(planBackups([name], NOW + DAY_MS - 1, DAY_MS)).toMatchObject({ lastAtMs: NOW, isDue: false });
  expect(planBackups([name], NOW + DAY_MS, DAY_MS)).toMatchObject({ isDue: true });
  // A clock that was years ahead once must neither end all backups nor make one with every look.
  const ahead = backupNameAt(NOW + 900 * DAY_MS);
  expect(planBackups([ahead], NOW, DAY_MS)).toEqual({ lastAtMs: null, isDue: true, surplus: [] });
  expect(planBackups([ahead, name], NOW + 60_000, DAY_MS)).toMatchObject({ lastAtMs: NOW, isDue: false });
  const full = Array.from({ length: BACKUPS_KEPT }, (_, at) => backupNameAt(NOW - at * DAY_MS));
  expect(planBackups([ahead, ...full], NOW, DAY_MS).surplus).toEqual([ahead]);
});

test('[OP-15] all but the newest seven go, and nothing that somebody else put there', () => {
  const names = Array.from({ length: 10 }, (_, at) => backupNameAt(NOW - at * DAY_MS));
  const others = ['cairn-2026-11-01.ndjson', 'notes.txt', 'cairn-9999-99-99T99-99-99Z.ndjson', '..'];
  const { surplus, lastAtMs } = planBackups([...others, ...names.toReversed()], NOW, DAY_MS);
  expect(lastAtMs).toBe(NOW);
  expect(surplus).toEqual(names.slice(BACKUPS_KEPT));
});

test('[OP-15] what a killed process left goes, and counts as no backup; what is being made stays', () => {
  const old = [`${backupNameAt(NOW - DAY_MS)}.new`, `${backupNameAt(NOW - DAY_MS)}.new.check-Xy12`];
  expect(planBackups(old, NOW, DAY_MS)).toEqual({ lastAtMs: null, isDue: true, surplus: old });
  const fresh = `${backupNameAt(NOW - 60_000)}.new-3f9a02c1`;
  expect(planBackups([...old, fresh], NOW, DAY_MS)).toEqual({ lastAtMs: null, isDue: false, surplus: old });
});
