import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { aboutResponse } from './account.ts';
import { SERVER_ERROR_KINDS, SERVER_ERRORS } from './errors.ts';
import { problemDocument } from './problem-document.ts';
import { PROTOCOL_VERSION } from './protocol-version.ts';
import * as register from './register.ts';
import { FACET_VERSION } from './register.ts';
import * as wire from './sync-protocol.ts';

/**
 * SHA-256 over the JSON schema of every wire type, in order of their names. When this test fails, a wire type has changed.
 * Decide whether a device and a server of which only one is new still understand each other; if not, raise
 * PROTOCOL_VERSION and write a line of its history. Then put the new hash here.
 */
const HASHES: Readonly<Record<number, string>> = {
  1: '97ab8bafd58a9bf6692dfb9f800c383f5b67b7f8cebc59f50c7a79b416b9419a',
};

const schemasOf = (module: Readonly<Record<string, unknown>>): readonly (readonly [string, z.ZodType])[] =>
  Object.entries(module)
    .flatMap(([name, value]) => (value instanceof z.ZodType ? [[name, value] as const] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1));

/** Custom checks of ids and stamps, which JSON schema cannot say, count as `{}`. */
const describe = (schema: z.ZodType): unknown =>
  z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });

test('a change of the wire is noticed, and decided on', () => {
  const schemas = [
    ...schemasOf(wire),
    ...schemasOf(register),
    ['problemDocument', problemDocument] as const,
    ['aboutResponse', aboutResponse] as const,
  ];
  expect(schemas.length).toBeGreaterThan(30);
  const described = schemas.map(([name, schema]) => [name, describe(schema)]);
  const facts = {
    described,
    kinds: SERVER_ERROR_KINDS,
    statuses: Object.fromEntries(SERVER_ERROR_KINDS.map((kind) => [kind, SERVER_ERRORS[kind][0]])),
    facetVersion: FACET_VERSION,
  };
  const hash = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  expect(hash, 'a wire type changed: see the comment in this file').toBe(HASHES[PROTOCOL_VERSION]);
});

test('requests refuse unknown fields, responses let them pass', () => {
  const push = {
    epoch: '0'.repeat(32),
    anchor: `0.${'0'.repeat(32)}`,
    pushNo: 1,
    items: [{ entity: 'e', facet: 'f' }],
  };
  expect(wire.pushRequest.safeParse(push).success).toBe(true);
  expect(wire.pushRequest.safeParse({ ...push, more: 1 }).success).toBe(false);
  const answer = { verdicts: [], head: 0, anchor: push.anchor, serverTime: 1 };
  expect(wire.pushResponse.safeParse({ ...answer, more: 1 }).success).toBe(true);
});

test('[SY-U5] a push is parsed although an item of it is not one, within its bounds', () => {
  const item = { entity: 'nonsense', facet: '', odd: [1] };
  const push = (items: readonly unknown[]) =>
    wire.pushRequest.safeParse({ epoch: '0'.repeat(32), anchor: `0.${'0'.repeat(32)}`, pushNo: 1, items })
      .success;
  expect(push([item])).toBe(true);
  expect(push(Array.from({ length: 500 }, () => item))).toBe(true);
  expect(push(Array.from({ length: 501 }, () => item))).toBe(false);
  expect(push([])).toBe(false);
  expect(push(['text'])).toBe(false);
});

test('[SY-D3] a facet is text of at most 64 bytes', () => {
  const facetOf = (facet: string) => wire.wireItem.shape.facet.safeParse(facet).success;
  expect([facetOf('count.d_1'), facetOf('f'.repeat(64)), facetOf('é'.repeat(32))]).toEqual([
    true,
    true,
    true,
  ]);
  expect([facetOf(''), facetOf('f'.repeat(65)), facetOf('é'.repeat(33))]).toEqual([false, false, false]);
});
