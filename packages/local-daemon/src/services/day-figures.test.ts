import { latencySummary, parseLatencies } from '@cairn/core';
import { createEngineBench, mustBe } from '@cairn/core/testing';
import { type CairnError, cairnError, HOUR_MS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { idleHousekeeping } from '../testing/idle-housekeeping.ts';
import { createPass } from '../testing/pass-time.ts';
import { createDayFigures } from './day-figures.ts';
import { createGate } from './gate.ts';

const scene = () => {
  const { read, write, time, clock } = createEngineBench();
  const housekeeper = idleHousekeeping(time);
  const state: { readOnly: CairnError | null; isBroken: boolean } = { readOnly: null, isBroken: false };
  let writes = 0;
  const engine = {
    ...read,
    bytes: async () => ({ file: 4_096, wal: 100 }),
    async noteDay(figures: Parameters<typeof write.noteDay>[0]) {
      if (state.isBroken) throw new Error('the disk is full');
      writes++;
      await write.noteDay(figures);
    },
  };
  const warnings: string[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string) => void warnings.push(message),
    error: () => undefined,
  };
  const start = () => {
    const figures = createDayFigures({
      ...{
        engine: () => ({ ...engine, readOnly: state.readOnly }),
        gate: createGate(),
        clock,
        housekeeper,
        log,
      },
    });
    figures.begin();
    return figures;
  };
  const pass = createPass(time);
  const counts = async () =>
    (await read.dayFigures('')).map(({ day, memories, saves, searches }) => [
      day,
      memories,
      latencySummary(parseLatencies(saves))?.count ?? 0,
      latencySummary(parseLatencies(searches))?.count ?? 0,
    ]);
  const save = (content: string) => mustBe(write.remember({ content, source: 'user' }));
  return { ...{ read, time, state, warnings, start, pass, counts, save }, writes: () => writes };
};

describe('[OP-10] figures of the day', () => {
  test('are counted in memory, written once an hour, and not while nothing happens', async () => {
    const world = scene();
    const figures = world.start();
    await world.save('one');
    figures.saved(1);
    figures.searched(4);
    figures.searched(5);
    expect(await world.counts()).toEqual([]);
    await world.pass(2 * HOUR_MS);
    expect(await world.counts()).toEqual([['2026-01-15', 1, 1, 2]]);
    const written = world.writes();
    await world.pass(10 * HOUR_MS);
    expect(world.writes()).toBe(written);
    figures.searched(6);
    await world.pass(HOUR_MS);
    expect(await world.counts()).toEqual([['2026-01-15', 1, 1, 3]]);
  });

  test('belong to the day on which they were counted', async () => {
    const world = scene();
    const figures = world.start();
    await world.pass(13 * HOUR_MS + HOUR_MS / 2);
    figures.saved(1);
    world.time.skip(HOUR_MS);
    figures.saved(1);
    figures.saved(1);
    await figures.end();
    expect(await world.counts()).toEqual([
      ['2026-01-15', 0, 1, 0],
      ['2026-01-16', 0, 2, 0],
    ]);
  });

  test('of a daemon that ends and begins again add up', async () => {
    const world = scene();
    const first = world.start();
    first.saved(1);
    await first.end();
    const second = world.start();
    second.saved(1);
    expect((await second.since('2026-01-15')).map(({ day, bytes }) => [day, bytes])).toEqual([
      ['2026-01-15', 4_196],
    ]);
    const [today] = await second.since('2026-01-15');
    expect(latencySummary(parseLatencies(today?.saves ?? ''))?.count).toBe(2);
    await second.end();
    expect(await world.counts()).toEqual([['2026-01-15', 0, 2, 0]]);
  });

  test('wait when they cannot be written, and nothing is counted twice', async () => {
    const world = scene();
    const figures = world.start();
    figures.saved(1);
    world.state.isBroken = true;
    await world.pass(2 * HOUR_MS);
    figures.saved(1);
    world.state.isBroken = false;
    await world.pass(HOUR_MS);
    expect(await world.counts()).toEqual([['2026-01-15', 0, 2, 0]]);
    world.state.isBroken = true;
    figures.saved(1);
    await figures.end();
    expect(world.warnings.join()).toContain('not written');
    expect(await world.counts()).toEqual([['2026-01-15', 0, 2, 0]]);
  });

  test('are not written into a file that is only read', async () => {
    const world = scene();
    world.state.readOnly = cairnError('storage_newer', 'A newer program wrote it.');
    const figures = world.start();
    figures.saved(1);
    await figures.end();
    expect(world.writes()).toBe(0);
  });
});
