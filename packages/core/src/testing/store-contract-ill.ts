/** The contract for registers whose value this program refuses. [TR-6] */
import { HLC_ZERO } from '@cairn/schema';
import { expect, test } from 'vitest';
import { bodyRegister, sampleHlc, sampleId, sampleRevision } from './sample-memories.ts';
import type { StoreUnderTest } from './store-under-test.ts';

const [a, b, c] = [sampleId(1), sampleId(2), sampleId(3)];

export const illContract = ({ apply, reader, tx }: StoreUnderTest): void => {
  test('[TR-6] a register that cannot be taken is given by no call but the one that asks for it, and costs no page', async () => {
    const ill = { ...bodyRegister(b, sampleHlc(2), 'x'.repeat(45_000)), kg: 3, seq: 9 };
    const sound = [a, c].map((entity, n) => bodyRegister(entity, sampleHlc(n + 5), 'sound'));
    const revision = sampleRevision(ill, 1);
    await apply({ registers: [...sound, ill], revisions: [revision] });
    expect(await tx.registersOf([a, b, c])).toEqual(sound);
    expect(await reader().registersOf([b])).toEqual([]);
    expect(await tx.registersAfter(null, 2)).toEqual(sound);
    expect(await tx.sealedBelow({ kg: 9, above: HLC_ZERO, after: null }, 2)).toEqual(sound);
    expect(await tx.revisionsOf([b])).toEqual([]);
    expect(await reader().revisionsOf([b])).toEqual([]);
    const { entity, facet, hlc, kg, seq, value } = ill;
    const told = { entity, facet, hlc, kg, seq, json: JSON.stringify(value), reason: 'out_of_range' };
    expect(await tx.illRegisters(null, 10)).toEqual({ ill: [told], next: null });
    const first = await tx.illRegisters(null, 2);
    expect(first).toEqual({ ill: [told], next: { entity: b, facet: 'body' } });
    expect(await tx.illRegisters(first.next, 2)).toEqual({ ill: [], next: null });
    await apply({ eraseRegisters: [{ entity, facet }] });
    expect(await tx.illRegisters(null, 10)).toEqual({ ill: [], next: null });
  });

  test('[TR-5] a suspect in quarantine is not sent, hides no value that is, and is held only where the server shows it', async () => {
    const body = bodyRegister(a, sampleHlc(1), 'true');
    const key = { entity: a, facet: 'body', hlc: body.hlc };
    const suspect = { ...key, hlc: sampleHlc(9), seq: null, v: 1, kg: 1, payload: 'x', reason: 'future' };
    await apply({ registers: [body], quarantineAdd: [suspect] });
    expect(await tx.enqueueAll('unconfirmed')).toBe(1);
    expect(await tx.outbox(5)).toEqual([key]);
    const held = () => reader().held({ after: { entity: a, facet: '' }, to: null, above: 0 }, 9);
    expect(await held()).toMatchObject([{ hlc: body.hlc }]);
    await apply({ quarantineAdd: [{ ...suspect, seq: 4 }] });
    expect(await held()).toMatchObject([{ hlc: suspect.hlc }]);
  });
};
