import { expect, test } from 'vitest';
import { createSeededRandom, type SeededRandom } from '../testing/seeded-random.ts';
import { redactSecrets } from './guard-secrets.ts';
import { NAMED_RULES } from './secret-rules.gen.ts';

const TURNS = 40_000;
const PER_ALARM = 10_000;

const HEX = '0123456789abcdef';
const ANY = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const some = (random: SeededRandom, length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet.charAt(random.below(alphabet.length))).join('');
const hex = (random: SeededRandom, length: number): string => some(random, length, HEX);
const base64 = (random: SeededRandom, bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, () => random.below(256))).toString('base64');
const uuid = (random: SeededRandom): string =>
  [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-');

/** Values that look random and are no secrets. */
const THINGS: readonly ((random: SeededRandom) => string)[] = [
  uuid,
  (random) => hex(random, 40),
  (random) => hex(random, 7),
  (random) => hex(random, 64),
  (random) => `sha256:${hex(random, 64)}`,
  (random) => `sha512-${base64(random, 64)}`,
  (random) => base64(random, 24 + random.below(120)),
  (random) => base64(random, 48).replaceAll('+', '-').replaceAll('/', '_'),
  (random) => `data:image/png;base64,iVBORw0KGgo${base64(random, 90)}`,
  (random) =>
    `https://example.org/${hex(random, 8)}/issues/${random.below(9_999)}?page=${random.below(99)}#L${random.below(900)}`,
  (random) => `https://cdn.example.net/assets/index-${some(random, 8, ANY)}.js?v=${hex(random, 20)}`,
  (random) => `/var/lib/docker/overlay2/${hex(random, 64)}/merged/etc/hosts`,
  (random) => `C:\\Users\\ada\\AppData\\Local\\Temp\\${some(random, 8, ANY)}.tmp`,
  (random) =>
    `src/components/${some(random, 6, 'abcdefghij')}/use-${some(random, 9, 'klmnopqrst')}.test.tsx:${random.below(400)}`,
  (random) => `+49 ${some(random, 3, '0123456789')} ${some(random, 8, '0123456789')}`,
  (random) => `IBAN DE${some(random, 20, '0123456789')}`,
  (random) => `order ${some(random, 12, '0123456789')}, 1,${some(random, 3, '0123456789')}.50 EUR`,
  (random) =>
    `2026-11-${10 + random.below(19)}T08:${10 + random.below(49)}:07.${some(random, 3, '0123456789')}Z`,
  (random) => `m_01k9x${some(random, 21, '0123456789abcdefghjkmnpqrstvwxyz')}`,
  (random) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${some(random, 43, ANY)} ada@laptop`,
  (random) => `fe80::${hex(random, 4)}:${hex(random, 4)}:${hex(random, 4)}%en0`,
  (random) =>
    `v${random.below(20)}.${random.below(20)}.${random.below(20)}-rc.${random.below(9)}+${hex(random, 12)}`,
  (random) =>
    `const ${some(random, 7, 'abcdefgh')} = await fetchToken(user.secretKey, { tokenLimit: ${random.below(9_999)} });`,
  (random) =>
    `for (const key of Object.keys(api.tokens)) s.addEventListenerWithOptionsOf(key${random.below(9)});`,
  (random) => `import { apiKeySchema, tokenOf } from './secret_manager_${random.below(99)}.ts';`,
  (random) => `background: #${hex(random, 6)}; color: #${hex(random, 3)}; --key-size-2: 12px`,
  (random) => `arn:aws:s3:::bucket-${hex(random, 12)}/backups/2026`,
  (random) => `did:key:z6Mk${some(random, 44, ANY)}`,
  (random) => `bc1q${some(random, 38, 'acdefghjklmnpqrstuvwxyz023456789')}`,
  (random) => `pod api-server-${hex(random, 10)}-${some(random, 5, 'bcdfghjklmnpqrstvwxz2456789')} restarted`,
];

const NAMES = NAMED_RULES.flatMap(({ hints }) => hints).filter((hint) => /^[a-z]{4,}$/.test(hint));

/** `{x}` is replaced by one of THINGS, `{n}` by a vendor's name. */
const TURNS_OF_TALK: readonly string[] = [
  'Can you look at {x}? It failed again after the deploy.',
  'The commit is {x}, Ben merged it on Friday.',
  '{n}: the commit {x} broke the build, {x} fixed it',
  'In {n} the build {x} is red; the dashboard says checksum {x}.',
  '{n} deploy: {x}',
  'Our {n} project id is {x} and the token budget is 4096.',
  'The request id was {x}, status 401, so the token had probably expired.',
  'Passwords are in 1Password, the key to the office is with {n} people, see {x}',
  'I keep the API keys in the vault. Where? {x}',
  'key: value pairs such as {x}',
  'Ich habe das Passwort geändert, der Schlüssel liegt bei Ada. Siehe {x}.',
  'Le mot de passe est chez Ada ; la clé du projet {n}, c’est pour demain : {x}',
  'La clave está en el cajón, el enlace es {x}',
  'パスワードは変更しました。リンクは {x} です',
  '密码在保险箱里，提交是 {x}',
  'Пароль поменяли, ссылка {x}',
  'كلمة المرور في الخزنة، الرابط {x}',
  '```\n{x}\n```\nThat is what it prints.',
  'Linear issue ENG-1234 links to {x}; Notion page {x}; Figma file {x}',
  'Sentry event {x}, Grafana panel {x}, Vault path secret/data/{n}/prod',
  'She said: "we met at 10, then {x}", and that pulled us off key-{n} topics.',
  'sk-learn, pul-monary, key-value, dp.pt.br and xai-explainability are words: {x}',
];

const turnsOf = (seed: string): readonly string[] => {
  const random = createSeededRandom(seed);
  return Array.from({ length: TURNS }, () =>
    random
      .pick(TURNS_OF_TALK)
      .replaceAll('{n}', () => random.pick(NAMES))
      .replaceAll('{x}', () => random.pick(THINGS)(random)),
  );
};

/** Returns the false findings by kind. */
const alarmsIn = (turns: readonly string[]): readonly string[] =>
  turns.flatMap((turn) => redactSecrets(turn).kinds.map((kind) => `${kind}: ${turn}`));

test('[TR-14] of 10,000 turns that hold no secret less than one is taken for one', () => {
  const alarms = alarmsIn(turnsOf('alarms'));
  expect(alarms.slice(0, 5)).toEqual([]);
  expect(alarms.length).toBeLessThan(TURNS / PER_ALARM);
});
