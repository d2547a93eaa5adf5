// Compares the server's view of a readable vault with a device's list of the same registers.

import { openReadableView } from '@cairn/cloud/testing';
import { bodyRegister, listedMemories, sampleHlc, sampleId } from '@cairn/core/testing';
import { arbitraryRegister, arbitraryRegisters, FIXED } from '@cairn/core/testing/arbitrary';
import { FACET_VERSION, type Register, type WireItem } from '@cairn/schema';
import { testPostgres } from '@cairn/test-support/vitest';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const pg = testPostgres();
const RUNS = 150;

/** White space of every kind and runs of it, and letters that Unicode writes in two ways or that become ASCII. */
const PIECES = [
  'a',
  'a',
  'e',
  '\u00e9',
  'e\u0301',
  '\u0301',
  'K',
  '\u212a',
  '\u00fc',
  '\u{1f600}',
  '\x01',
  '\x7f',
];
const SPACES = [
  ' ',
  ' ',
  '\n',
  '\t',
  '\r',
  '\v',
  '\f',
  '\u00a0',
  '\u2000',
  '\u2009',
  '\u2028',
  '\u3000',
  '\ufeff',
];
const RUNS_OF_SPACE = ['  ', '   ', '\n\n', '\r\n    ', ' '.repeat(37)];
const arbitraryText = fc
  .array(fc.constantFrom(...PIECES, ...SPACES, ...RUNS_OF_SPACE), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''));
const arbitraryTexts = fc.uniqueArray(arbitraryText, { minLength: 250, maxLength: 250 });
const TEXT_RUNS = 8;

const wireItemOf = ({ entity, facet, hlc, value }: Register): WireItem => ({
  entity,
  facet,
  hlc,
  v: FACET_VERSION,
  kg: 0,
  payload: Buffer.from(JSON.stringify(value)).toString('base64url'),
});

describe.skipIf(pg === null)('the view of a readable vault', () => {
  test('[SY-S5, SY-M5, SY-M8] shows what a device lists, whatever the registers and the order they come in', async () => {
    const url = await pg?.createDatabase();
    if (url === undefined) throw new Error('no Postgres');
    const view = await openReadableView(url);
    try {
      const property = fc.asyncProperty(
        arbitraryRegisters,
        fc.integer({ min: 0, max: 14 }),
        async (some, cut) => {
          const registers = some.map((one) => ({ ...one, kg: 0 }));
          const vault = await view.newVault();
          const items = registers.map(wireItemOf);
          for (const batch of [items.slice(0, cut), items.slice(cut)])
            if (batch.length > 0) expect(await vault.push(batch)).not.toContain('malformed');
          const expected = listedMemories(registers).map((one) => ({
            id: one.id,
            content: one.content,
            tags: one.tags,
            source: one.source,
            project: one.project,
            pinned: one.pinned,
            superseded_by: one.supersededBy,
            created_at_ms: one.createdAtMs,
            is_synced: true,
          }));
          const rows = await vault.rows();
          expect(rows.map((row) => ({ ...row, tags: JSON.parse(String(row.tags)) }))).toEqual(expected);
        },
      );
      await fc.assert(property, { ...FIXED, numRuns: RUNS });
    } finally {
      await view.close();
    }
  });

  test('[SY-S7] comes to the same, push by push, as all registers at once', async () => {
    const url = await pg?.createDatabase();
    if (url === undefined) throw new Error('no Postgres');
    const view = await openReadableView(url);
    try {
      const worlds = fc.array(arbitraryRegister, { minLength: 8, maxLength: 30 });
      const property = fc.asyncProperty(worlds, fc.integer({ min: 1, max: 4 }), async (registers, size) => {
        const vault = await view.newVault();
        const items = registers.map((one) => wireItemOf({ ...one, kg: 0 }));
        for (let at = 0; at < items.length; at += size) await vault.push(items.slice(at, at + size));
      });
      await fc.assert(property, { ...FIXED, numRuns: RUNS });
      expect(await view.findings()).toEqual([]);
    } finally {
      await view.close();
    }
  });

  test('[SY-S5, SY-M8] takes for equal text what a device takes for it', async () => {
    const url = await pg?.createDatabase();
    if (url === undefined) throw new Error('no Postgres');
    const view = await openReadableView(url);
    try {
      const property = fc.asyncProperty(arbitraryTexts, async (texts) => {
        const registers = texts.map((text, n) => bodyRegister(sampleId(n), sampleHlc(n), text));
        const vault = await view.newVault();
        expect(await vault.push(registers.map(wireItemOf))).not.toContain('malformed');
        const expected = listedMemories(registers).map(({ id, content }) => ({ id, content }));
        expect(expected.length).toBeLessThan(texts.length);
        expect((await vault.rows()).map(({ id, content }) => ({ id, content }))).toEqual(expected);
      });
      await fc.assert(property, { ...FIXED, numRuns: TEXT_RUNS });
    } finally {
      await view.close();
    }
  });
});
