import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { homeForTest } from '@cairn/test-support/vitest';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDatabaseFiles, finishRestore } from './database-files.ts';

let folder: string;
let database: string;
let copy: string;
let aside: string;
beforeEach(async () => {
  folder = mkdtempSync(join(await homeForTest(), 'files-'));
  database = join(folder, 'cairn.db');
  copy = join(folder, 'copy.db');
  aside = join(folder, 'backups');
  writeFileSync(database, 'present');
  writeFileSync(`${database}-wal`, 'present, newest');
  writeFileSync(copy, 'copy');
});
const text = (path: string): string => readFileSync(path, 'utf8');
const names = (): readonly string[] => readdirSync(folder).toSorted();

describe('what takes the place of the database', () => {
  test('[ST-2] a copy comes with the log beside it, and leaves the original where it is', () => {
    writeFileSync(`${copy}-wal`, 'copy, newest');
    const files = createDatabaseFiles(database, aside);
    const staged = files.stage(copy);
    expect(statSync(`${staged}-wal`).mode & 0o777).toBe(0o600);
    const previous = files.swapIn(staged);
    expect([text(database), text(`${database}-wal`)]).toEqual(['copy', 'copy, newest']);
    expect([text(previous), text(`${previous}-wal`)]).toEqual(['present', 'present, newest']);
    expect([text(copy), text(`${copy}-wal`)]).toEqual(['copy', 'copy, newest']);
  });

  test('[ST-2] no log of the previous database is left beside one that has none', () => {
    const files = createDatabaseFiles(database, aside);
    const previous = files.swapIn(files.stage(copy));
    expect(existsSync(`${database}-wal`)).toBe(false);
    files.swapBack(previous);
    expect([text(database), text(`${database}-wal`)]).toEqual(['present', 'present, newest']);
    expect(names()).toEqual(['backups', 'cairn.db', 'cairn.db-wal', 'copy.db']);
    expect(readdirSync(aside)).toEqual([]);
  });

  test('[ST-2] an earlier attempt leaves nothing behind', () => {
    const files = createDatabaseFiles(database, aside);
    writeFileSync(`${copy}-wal`, 'of another copy');
    files.unstage(files.stage(copy));
    expect(names()).toEqual(['cairn.db', 'cairn.db-wal', 'copy.db', 'copy.db-wal']);
    writeFileSync(`${database}.restoring-wal`, 'left by a killed process');
    writeFileSync(join(folder, 'other.db'), 'other');
    const staged = files.stage(join(folder, 'other.db'));
    expect(existsSync(`${staged}-wal`)).toBe(false);
  });
});

describe('a restore that was cut short', () => {
  test('[ST-2] is finished when the database had been moved away, also between its log and itself', () => {
    writeFileSync(`${copy}-wal`, 'copy, newest');
    const staged = createDatabaseFiles(database, aside).stage(copy);
    rmSync(database);
    renameSync(`${staged}-wal`, `${database}-wal`);
    expect(finishRestore(database, aside)).toBe(true);
    expect([text(database), text(`${database}-wal`)]).toEqual(['copy', 'copy, newest']);
    expect(existsSync(staged)).toBe(false);
  });

  test('[ST-2, RL-31] is forgotten when the database is still there, and its copy goes', () => {
    createDatabaseFiles(database, aside).stage(copy);
    writeFileSync(`${database}.restoring.before-upgrade`, 'left by the upgrade of the copy');
    expect(finishRestore(database, aside)).toBe(false);
    expect(text(database)).toBe('present');
    expect(names()).toEqual(['cairn.db', 'cairn.db-wal', 'copy.db']);
  });

  test('[ST-2, RL-31] is undone when only the log had been moved away: the newest rows are in it', () => {
    createDatabaseFiles(database, aside).stage(copy);
    mkdirSync(aside);
    writeFileSync(join(aside, 'before-restore-2026-01-01.db'), 'of an earlier restore');
    writeFileSync(join(aside, 'before-restore-2026-01-01.db-wal'), 'of an earlier restore');
    renameSync(`${database}-wal`, join(aside, 'before-restore-2026-02-02.db-wal'));
    expect(finishRestore(database, aside)).toBe(false);
    expect([text(database), text(`${database}-wal`)]).toEqual(['present', 'present, newest']);
    expect(readdirSync(aside).length).toBe(2);
  });

  test('[ST-2, RL-31] takes no log of an earlier restore whose database was deleted', () => {
    mkdirSync(aside);
    writeFileSync(join(aside, 'before-restore-2026-01-01.db-wal'), 'of an earlier restore');
    rmSync(`${database}-wal`);
    createDatabaseFiles(database, aside).stage(copy);
    expect(finishRestore(database, aside)).toBe(false);
    expect(names()).toEqual(['backups', 'cairn.db', 'copy.db']);
  });
});

describe('a move that fails or is killed', () => {
  type Files = ReturnType<typeof createDatabaseFiles>;
  const failing = (fails: (count: number) => boolean, work: (files: Files) => void): boolean => {
    let count = 0;
    const files = createDatabaseFiles(database, aside, (from, to) => {
      if (fails(count++)) throw new Error('EPERM');
      renameSync(from, to);
    });
    try {
      work(files);
      return false;
    } catch {
      return true;
    }
  };
  /** After a kill no other file is moved. */
  const killedAt = (at: number, work: (files: Files) => void): boolean =>
    failing((count) => count >= at, work);
  const put = (path: string, name: string): void => {
    writeFileSync(path, name);
    writeFileSync(`${path}-wal`, `${name}, newest`);
  };
  const at = (path: string): readonly (string | null)[] =>
    [path, `${path}-wal`].map((file) => (existsSync(file) ? text(file) : null));
  const PRESENT = ['present', 'present, newest'];
  const COPY = ['copy', 'copy, newest'];
  beforeEach(() => put(copy, 'copy'));

  test('[ST-2] a swap that was killed at any step is finished or undone at the next start', () => {
    const ends: unknown[] = [];
    for (let step = 0; killedAt(step, (files) => files.swapIn(files.stage(copy))); step++) {
      finishRestore(database, aside);
      ends.push(at(database));
      put(database, 'present');
    }
    expect(ends).toEqual([PRESENT, PRESENT, COPY, COPY]);
  });

  test('[ST-2] the undoing of a swap that was killed at any step leaves a whole database', () => {
    const files = createDatabaseFiles(database, aside);
    const ends: unknown[] = [];
    for (let step = 0; ; step++) {
      const previous = files.swapIn(files.stage(copy));
      if (!killedAt(step, (dying) => dying.swapBack(previous))) break;
      finishRestore(database, aside);
      ends.push(at(database));
      rmSync(aside, { recursive: true });
      put(database, 'present');
    }
    expect([ends, at(database)]).toEqual([[COPY, COPY, COPY, PRESENT], PRESENT]);
    expect(names()).toEqual(['backups', 'cairn.db', 'cairn.db-wal', 'copy.db', 'copy.db-wal']);
  });

  test('[ST-2] a swap of which one move fails changes nothing', () => {
    const staged = createDatabaseFiles(database, aside).stage(copy);
    for (const step of [0, 1, 2, 3]) {
      expect(
        failing(
          (count) => count === step,
          (files) => files.swapIn(staged),
        ),
      ).toBe(true);
      expect([at(database), at(staged), readdirSync(aside)]).toEqual([PRESENT, COPY, []]);
    }
  });
});
