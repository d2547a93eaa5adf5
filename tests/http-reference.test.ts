import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { httpReference } from '../scripts/http-reference.ts';

test('[OA-2] docs/http-api.md is what the endpoints say; `node scripts/http-reference.ts` writes it', () => {
  const page = readFileSync(new URL('../docs/http-api.md', import.meta.url), 'utf8');
  expect(page).toBe(httpReference());
});
