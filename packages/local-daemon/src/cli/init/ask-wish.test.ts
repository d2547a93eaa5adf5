import { expect, test } from 'vitest';
import { askWish } from './ask-wish.ts';

const refused = async (options: Readonly<Record<string, string>>): Promise<string> => {
  const text = (name: string) => options[name];
  const given = Object.assign(Object.create(null), { text, texts: () => ['none'], flag: () => true });
  const present = Object.assign(Object.create(null), { agents: [], vault: null });
  const wish = await askWish(given, present, false, async () => []);
  return wish.ok ? '' : wish.error.message;
};

test('a name of the device without a vault is refused, and not left out in silence', async () => {
  expect(await refused({ vault: 'local', model: 'none', name: 'laptop' })).toBe(
    '--name does not go with --vault local.',
  );
  expect(await refused({ model: 'none', name: 'laptop' })).toContain('--name needs --vault create');
  expect(await refused({ vault: 'local', model: 'none', timeout: '5' })).toContain('--timeout does not go');
  expect(await refused({ vault: 'local', model: 'none' })).toBe('');
});
