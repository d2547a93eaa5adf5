import { expect, test } from 'vitest';
import { createSeededRandom, type SeededRandom } from '../testing/seeded-random.ts';
import { redactSecrets } from './guard-secrets.ts';

const TURNS = 30_000;
const SENTENCES_MIN = 20_000;
const PER_ALARM = 10_000;

type Words = readonly string[];
/** Word lists `[who, does, what, when, why]`. Each text takes one word of each list, in this order. */
type Tongue = readonly [who: Words, does: Words, what: Words, when: Words, why: Words];
const words = (text: string): Words => text.split('|');

const ENGLISH: Tongue = [
  words(
    'I|We|Ada|My sister|The new intern|Their team|Nobody|The vendor|Our landlord|The reviewer|He|The cron job|Support',
  ),
  words(
    'changed|lost|rotated|printed|forgot|renamed|wants to keep|asked about|cannot find|checked|sent back|pinned|has',
  ),
  words(
    'the password policy|the key of the cellar|a token of thanks|the API docs|two secrets of good bread|the login page|the session notes|the access road|the private beach|bearer bonds|the client list|an auth library|the credentials form|a 40 page report',
  ),
  words(
    'on Friday|after lunch|before the release|in 2019|every second week|at 14:05|yesterday evening|once|since {d}|until version {v}',
  ),
  words(
    'because the build was red|so that Ben can sleep|which is key|and the tests pass: {c}|as {u} says|, see {l}|, which was commit {h}|. Token count: {n}|. The secret is patience|; key takeaway: keep it short|, and id {i} is gone',
  ),
];
const GERMAN: Tongue = [
  words(
    'Ich|Wir|Meine Schwester|Der Vermieter|Das Team|Niemand|Die Kollegin aus Köln|Opa|Der Hausmeister|Frau Größl',
  ),
  words(
    'hat das Passwort für|sucht den Schlüssel zu|braucht den Zugang zu|verlor das Geheimnis von|prüfte die Anmeldung bei|schreibt über|kennt|ändert',
  ),
  words(
    'dem Keller|der Bäckerei|dem Gartenhäuschen|der Sitzung|dem Projekt {i}|der Übersicht|dem Fahrradschuppen|der Prüfsumme {x}',
  ),
  words(
    'am Freitag|nach dem Mittagessen|seit {d}|vor der Übergabe|um 14:05 Uhr|jede zweite Woche|bis Version {v}',
  ),
  words(
    'weil der Bau rot war|, siehe {l}|, das war Commit {h}|und schläft gut|. Kennung: {u}|. Schlüsselwort: Geduld|; Zugang gibt es bei Jörg',
  ),
];
const FRENCH: Tongue = [
  words('Je|Nous|Ma sœur|Le propriétaire|L’équipe|Personne|La boulangère|Le stagiaire'),
  words(
    'a changé le mot de passe de|cherche la clé de|a perdu l’accès à|connaît le secret de|vérifie le jeton de|parle de',
  ),
  words(
    'la cave|la boulangerie|la réunion|l’école|la maison de campagne|la version {v}|l’identifiant {i}|la somme {x}',
  ),
  words('vendredi|après le déjeuner|depuis le {d}|avant la livraison|à 14 h 05|une semaine sur deux'),
  words(
    'parce que la construction échoue|, voir {l}|, c’était le commit {h}|et dort bien|. Référence : {u}|; la clé, c’est la patience',
  ),
];
const JAPANESE: Tongue = [
  words('私は|私たちは|妹は|大家さんは|チームは|誰も|新しい担当者は|おじいさんは'),
  words(
    'パスワードを変えて|鍵を探して|トークンの数を数えて|秘密のレシピを書いて|ログインを確認して|アクセスを頼んで',
  ),
  words('地下室の|パン屋の|会議の|学校の|番号{i}の|バージョン{v}の|チェックサム{x}の'),
  words('金曜日に|昼ご飯の後で|{d}から|納品の前に|14時05分に|隔週で'),
  words(
    '困っています。|よく眠れます。リンク: {l}|コミットは{h}です。|識別子は{u}です。|鍵は忍耐です。|テストは通りました。',
  ),
];
const CODE: readonly string[] = [
  'const {a} = await {b}.get(`/users/{a}?id={i}`);\nif ({a} === null) throw new Error("no {b}");',
  'def {a}({b}, token_limit={n}):\n    """Returns the key of {b}."""\n    return {b}["{a}"]',
  "SELECT {a}, password_changed_at FROM {b} WHERE id = '{u}' ORDER BY {a} LIMIT {n};",
  'diff --git a/{a}.ts b/{b}.ts\nindex {g}..{g} 100644\n-  apiKey: string;\n+  apiKeyName: string; // {d}',
  '{"{a}": "{b}", "tokens": {n}, "id": "{u}", "sha": "{h}", "integrity": "sha512-{x}"}',
  '{d}T08:12:44Z INFO {a}: session {u} of {b} ended, token count {n}',
  'Error: {a} is not a function\n    at {b} (file:///srv/app/{a}.js:{n}:17)\n    at async {l}',
  'git show {h} -- src/{a}/{b}.rs | head -n {n}',
  '{a}:\n  image: images.example.org/{b}@sha256:{x}\n  secretName: {a}-{b}\n  key: {a}.pem',
  'curl -sS {l} -H "accept: application/json" -o {a}-{g}.json',
  'func {a}(ctx context.Context, key string) (*{b}, error) { return nil, errors.New("{a}") }',
  'export {a}={b}; docker run --rm -p {n}:80 {a}/{b}:{v}',
  '| {a} | {b} | {u} |\n| --- | --- | --- |\n| key | value | {h} |',
  'fn main() { let secret_sauce = "{a}"; println!("{}", {b}::hash(secret_sauce)); }',
];
const NAMES = words(
  'orders|invoice|maple|billing|gateway|harbor|lantern|userStore|accessLog|keyMap|tokenizer|passwordField|sessionId|authGuard|secretSanta|clientName|config|worker|queue|retry',
);

const HEX = '0123456789abcdef';
const some = (random: SeededRandom, length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet.charAt(random.below(alphabet.length))).join('');
const hex = (random: SeededRandom, length: number): string => some(random, length, HEX);
const digits = (random: SeededRandom, length: number): string => some(random, length, '0123456789');

const FILLED: Readonly<Record<string, (random: SeededRandom) => string>> = {
  a: (random) => random.pick(NAMES),
  b: (random) => random.pick(NAMES),
  c: (random) => `${digits(random, 3)} of ${digits(random, 3)}`,
  d: (random) => `2026-0${1 + random.below(9)}-${10 + random.below(18)}`,
  g: (random) => hex(random, 7),
  h: (random) => hex(random, random.pick([7, 12, 40])),
  i: (random) => `${random.pick(['ENG', 'OPS', 'PR'])}-${digits(random, 4)}`,
  l: (random) =>
    `https://${random.pick(['git.example.org', 'docs.example.com', 'example.net:8443'])}/${hex(random, 6)}/${random.pick(NAMES)}?id=${hex(random, 24)}&page=${digits(random, 2)}#key-${digits(random, 1)}`,
  n: (random) => String(1 + random.below(9_999)),
  u: (random) => [8, 4, 4, 4, 12].map((length) => hex(random, length)).join('-'),
  v: (random) => `${random.below(9)}.${random.below(30)}.${random.below(30)}`,
  x: (random) => random.pick([hex(random, 64), Buffer.from(hex(random, 64)).toString('base64')]),
};

const fill = (text: string, random: SeededRandom): string =>
  text.replace(/\{([a-z])\}/g, (whole, name: string) => FILLED[name]?.(random) ?? whole);

const sentence = (random: SeededRandom, tongue: Tongue): string =>
  tongue.map((choices) => random.pick(choices)).join(tongue === JAPANESE ? '' : ' ');

/** Returns one to three sentences of a language. Every third text has code between them. */
const turn = (random: SeededRandom): string => {
  const tongue = random.pick([ENGLISH, ENGLISH, GERMAN, FRENCH, JAPANESE]);
  const said = Array.from({ length: 1 + random.below(3) }, () => sentence(random, tongue));
  return random.below(3) > 0
    ? said.join('\n')
    : [said[0], '```', random.pick(CODE), '```', ...said.slice(1)].join('\n');
};

test('[TR-14] of 10,000 varied turns of talk and code that hold no secret less than one is taken for one', () => {
  const random = createSeededRandom('talk');
  const drafts = Array.from({ length: TURNS }, () => turn(random));
  expect(new Set(drafts).size).toBeGreaterThan(SENTENCES_MIN);
  const alarms = drafts.flatMap((draft) => {
    const text = fill(draft, random);
    return redactSecrets(text).kinds.map((kind) => `${kind}: ${text}`);
  });
  expect(alarms.slice(0, 10)).toEqual([]);
  expect(alarms.length).toBeLessThan(TURNS / PER_ALARM);
});

test('[TR-14] a secret in the same talk is found', () => {
  const random = createSeededRandom('found');
  const key = (): string =>
    `gh${'p_'}${some(random, 36, 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789')}`;
  const turns = Array.from({ length: 1_000 }, () => `${fill(turn(random), random)} ${key()}`);
  expect(turns.filter((text) => redactSecrets(text).kinds.length === 0)).toEqual([]);
});
