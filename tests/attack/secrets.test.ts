// Tokens in plain sentences, through the programs that a person and an agent use. None of them may reach the database.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getResult, saveResult } from '@cairn/schema';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Device, device } from '../e2e/cairn.ts';

/** Tokens are composed here, so that no scanner finds one in this file. */
const TOKENS: readonly { readonly token: string; readonly kind: string }[] = [
  { token: `gsk${'_'}${'Zq7Tn4'.repeat(9)}`, kind: 'Groq key' },
  { token: `hvs${'.'}${'Kp3Vw9'.repeat(15)}`, kind: 'Vault token' },
  { token: `lin${'_api_'}${'Bx8Hr2Qm'.repeat(5)}`, kind: 'Linear key' },
  { token: `dapi${'7c1e9a40'.repeat(4)}`, kind: 'Databricks token' },
  { token: `pplx${'-'}${'Jd5Lf6'.repeat(8)}`, kind: 'Perplexity key' },
  { token: `NRAK${'-'}${'G4K9T2W7X'.repeat(3)}`, kind: 'New Relic key' },
  {
    token: `dnkey${'-'}${'a8Bq3z'.repeat(4)}x1-${'m4Np7w'.repeat(8)}k2y9`,
    kind: 'Defined networking API token',
  },
  { token: `rubygems${'_'}${'5d2f8b'.repeat(8)}`, kind: 'Rubygems API token' },
];

let own: Device;
beforeAll(async () => {
  own = await device();
});
afterAll(() => own.end());

/** Returns all bytes below the device's folder: database, write-ahead log and files of the daemon. */
const everythingOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

test.each(TOKENS)(
  '[TR-14] a $kind is saved as its kind, and is nowhere on the device',
  async ({ token, kind }) => {
    const named = kind.startsWith('Defined') ? 'dnkey token: ' : '';
    const { id } = await own.json(saveResult, ['save', `For the deploys we use ${named}${token}, ask Ada.`]);
    const { memory } = await own.json(getResult, ['get', id]);
    expect(memory.content).toBe(`For the deploys we use ${named}[redacted: ${kind}], ask Ada.`);
    expect(everythingOf(own.home)).not.toContain(token.slice(4, 24));
  },
);
