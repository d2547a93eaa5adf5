/** The contract for renaming entities. */
import type { EntityId } from '@cairn/schema';
import { expect, test } from 'vitest';
import {
  bodyRegister,
  goneRegister,
  keyOf,
  linkRegister,
  sampleHlc,
  sampleId,
  sampleKeyedId,
  sampleRegister,
  sampleRevision,
  sampleRow,
} from './sample-memories.ts';
import { sampleRun, sampleSchedule, sampleTimes } from './sample-schedules.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, c, d] = [sampleId(1), sampleId(3), sampleId(4)];

export const renameContract = ({ apply, reader, tx }: StoreUnderTest): void => {
  test('[SY-D2] renaming reaches registers, rows, revisions, tombstones, outbox and links', async () => {
    const [old, name] = [sampleKeyedId(1), sampleKeyedId(2)];
    const body = bodyRegister(old, sampleHlc(2), 'value', { key: 'k', namespace: 'n' });
    const from = (replaces: EntityId[], kept?: EntityId[]) => ({
      facet: 'from.d' as const,
      value: { replaces, ...(kept === undefined ? {} : { kept }) },
    });
    const [deadKey, deadName] = [sampleKeyedId(3), sampleKeyedId(4)];
    await apply({
      registers: [
        body,
        linkRegister(a, sampleHlc(3), old),
        goneRegister(deadKey, sampleHlc(4), 'aa'),
        sampleRegister(d, sampleHlc(5), from([c, old], [old])),
        sampleRegister(old, sampleHlc(5), from([a])),
      ],
      edges: [
        { successor: d, replaces: [{ original: old, kept: true }] },
        { successor: old, replaces: [{ original: a, kept: false }] },
      ],
      memories: [
        sampleRow(old, 'value', { key: 'k', namespace: 'n' }),
        sampleRow(a, 'one', { state: 1, supersededBy: old, supersededAt: 3 }),
        sampleRow(d, 'later'),
      ],
      revisions: [sampleRevision(bodyRegister(old, sampleHlc(1), 'before', { key: 'k', namespace: 'n' }), 9)],
      forgotten: [{ entity: deadKey, hash: 'aa', at: 4, contentHash: null }],
      outboxAdd: [keyOf(body)],
    });
    await tx.rename([
      { from: old, to: name },
      { from: deadKey, to: deadName },
    ]);
    expect(await tx.registersOf([old, name])).toEqual([
      { ...body, entity: name },
      sampleRegister(name, sampleHlc(5), from([a])),
    ]);
    expect(await tx.registersOf([d])).toEqual([sampleRegister(d, sampleHlc(5), from([c, name], [name]))]);
    expect(await tx.registersOf([a])).toEqual([linkRegister(a, sampleHlc(3), name)]);
    expect(await tx.registersOf([deadName])).toEqual([goneRegister(deadName, sampleHlc(4), 'aa')]);
    expect(await reader().memory(old)).toBeNull();
    expect((await reader().memory(name))?.content).toBe('value');
    expect((await reader().memory(a))?.supersededBy).toBe(name);
    expect(await reader().revisionsOf([name])).toMatchObject([{ entity: name, register: { entity: name } }]);
    expect(await tx.outbox(5)).toEqual([{ ...keyOf(body), entity: name }]);
    await apply({ unforgotten: [deadName] });
    expect(await tx.isForgotten('aa')).toBe(false);
    expect((await reader().neighboursOf([c, name])).map(({ id }) => id).sort()).toEqual([a, d, name].sort());
  });

  test('[SC-8, ST-4] renaming reaches the logs of runs, so a forgotten memory is erased from them', async () => {
    const [old, name] = [sampleKeyedId(1), sampleKeyedId(2)];
    const schedule = sampleSchedule(1, 'Watch the port');
    const log = (given: EntityId) => ({
      ...{ asked: 'the port', given: [given] },
      turns: [
        { said: '', tokens: 1, calls: [{ tool: 't', arguments: '', result: `${given} 8080`, ok: true }] },
      ],
    });
    const [run, other] = [
      sampleRun(schedule.id, 1, { log: log(old) }),
      sampleRun(schedule.id, 2, { log: log(a) }),
    ];
    await apply({
      memories: [sampleRow(old, '8080', { key: 'k', namespace: 'n' })],
      schedules: [schedule],
      scheduleTimes: [sampleTimes(schedule, { runningSince: 1, runningLog: log(old) })],
      scheduleRuns: [run, other],
    });
    await tx.rename([{ from: old, to: name }]);
    expect(await reader().scheduleRun(run.id)).toMatchObject({ log: log(name) });
    expect((await reader().schedule(schedule.id))?.times?.runningLog).toEqual(log(name));
    await apply({ eraseMemories: [name] });
    expect(await reader().scheduleRun(run.id)).toMatchObject({ log: null, output: null });
    expect((await reader().schedule(schedule.id))?.times?.runningLog).toBeNull();
    expect(await reader().scheduleRun(other.id)).toMatchObject({ log: log(a) });
  });
};
