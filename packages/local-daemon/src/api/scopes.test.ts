import { ALL_ROUTES } from '@cairn/schema/routes';
import { expect, test } from 'vitest';
import { createByScope } from './scopes.ts';

const ID = 'm_01k9xrw0000000000000000000';
const scope = Object.create(null);
const byScope = createByScope(
  Object.assign(Object.create(null), { isEmpty: () => false, all: async () => [scope] }),
  () => Object.create(null),
);
const othersOf = async (name: string, body: unknown): Promise<number> => {
  const route = ALL_ROUTES.find(({ method, path }) => `${method} ${path}` === name);
  if (route === undefined) throw new Error(name);
  return (await byScope.others(route, { body })).length;
};

test('[SP-2] an id is searched for in all files; no key is forgotten and no words are searched for there', async () => {
  expect(await othersOf('POST /v1/forget', { ids: [ID] })).toBe(1);
  expect(await othersOf('POST /v1/forget', { key: 'port' })).toBe(0);
  expect(await othersOf('POST /v1/trash/restore', { ids: [ID] })).toBe(1);
  expect(await othersOf('POST /v1/trash/restore', {})).toBe(0);
  expect(await othersOf('POST /v1/why', { text: ID })).toBe(1);
  expect(await othersOf('POST /v1/why', { text: 'The shop ships on Friday' })).toBe(0);
  expect(await othersOf('GET /v1/memories/by-key', undefined)).toBe(1);
});
