import { DAY_MS, HOUR_MS } from '@cairn/schema';
import { expect, test } from 'vitest';
import type { BackupFolder } from '../ports/backup-files.ts';
import { type BackupCheck, createScheduledBackups } from './scheduled-backups.ts';

/** A folder in memory, a clock turned by hand, and checks that end as the test says. */
const setUp = (check: (signal: AbortSignal) => BackupCheck) => {
  const names = new Set<string>();
  const folder: BackupFolder = {
    names: async () => [...names],
    pathOf: (name) => name,
    rename: async (from, to) => {
      names.delete(from);
      names.add(to);
    },
    remove: async (name) => void names.delete(name),
  };
  const clock = { at: Date.UTC(2026, 10, 25), nowMs: () => clock.at };
  const said: string[] = [];
  const outcomes: string[] = [];
  const stop = new AbortController();
  let marks = 0;
  const scheduled = createScheduledBackups({
    ...{ folder, clock, everyMs: DAY_MS, mark: () => `0${++marks}` },
    write: async (path) => {
      names.add(path);
      return null;
    },
    check: async (_, signal) => check(signal),
    log: { info: (line) => void said.push(line), warn: (line) => void said.push(line) },
    ended: (outcome) => void outcomes.push(outcome),
  });
  return { scheduled, names, clock, said, outcomes, stop, round: () => scheduled.round(stop.signal) };
};

test('[OP-15] a backup that would not bring everything back gets no name, and is tried again after an hour', async () => {
  const { round, names, outcomes, clock, said } = setUp(() => ({ refusal: 'it is damaged' }));
  await round();
  await round();
  expect([...names]).toEqual([]);
  expect(outcomes).toEqual(['failed']);
  expect(said).toEqual(['no backup was made: it is damaged']);
  clock.at += HOUR_MS;
  await round();
  expect(outcomes).toEqual(['failed', 'failed']);
});

test('[OP-15] a backup of a database that is not as it must be stays, and is told', async () => {
  const { round, names, outcomes, said } = setUp(() => ({ finding: 'registers have a head' }));
  await round();
  expect([...names]).toEqual(['cairn-2026-11-25T00-00-00Z.ndjson']);
  expect(outcomes).toEqual(['failed']);
  expect(said[0]).toMatch(/restores, but the database is not as it must be: registers have a head/);
});

test('[OP-15] a server that stops in the middle leaves no draft, and calls nothing failed', async () => {
  const { round, names, outcomes, said, stop } = setUp(() => {
    stop.abort();
    return { refusal: 'the server stops' };
  });
  await round();
  expect([[...names], outcomes, said]).toEqual([[], [], []]);
});

test('[OP-15] two servers that share a folder make one backup, each with a draft of its own', async () => {
  const { round, names, clock, scheduled } = setUp(() => 'checked');
  names.add('cairn-2026-11-25T00-00-00Z.ndjson.new-99');
  await round();
  expect([...names]).toEqual(['cairn-2026-11-25T00-00-00Z.ndjson.new-99']);
  names.clear();
  await round();
  expect([...names]).toEqual(['cairn-2026-11-25T00-00-00Z.ndjson']);
  expect(scheduled.lastAtMs()).toBe(clock.at);
});
