import { describe, expect, test } from 'vitest';
import { contradictionOf } from './compare.ts';
import { statementOf } from './statement.ts';

const between = (older: string, newer: string) =>
  contradictionOf({ content: older, key: null }, statementOf({ content: newer, key: null }));
/** As extraction stores it. */
const said = (text: string): string => `The user says: “${text}”`;

describe('[M-4] what people say of themselves, in their language', () => {
  test.each([
    ['I live in Cologne', 'I live in Leipzig now'],
    ['I live in Cologne', 'We moved to Leipzig'],
    ['Ich wohne in Köln', 'Ich wohne jetzt in Leipzig'],
    ['Ich wohne in Köln', 'Ich bin von Köln nach Leipzig gezogen'],
    ["J'habite à Lyon", 'Nous avons déménagé à Lille'],
    ['Vivo en Madrid', 'Nos hemos mudado a Sevilla'],
    ['Abito a Torino', 'Ci siamo trasferiti a Milano'],
    ['Moro em Recife', 'Me mudei para Olinda'],
    ['Я живу в Москве', 'Мы переехали в Казань'],
    ['私は東京に住んでいます', '横浜に引っ越しました'],
    ['Ich wohne in Köln', 'Ich wohne nicht mehr in Köln'],
    ['Wir nutzen npm', 'Wir nutzen nicht npm'],
    ['Ich bin Vegetarierin', 'Ich bin keine Vegetarierin mehr'],
    ["J'habite à Lyon", "J'habite maintenant à Lille"],
    ["J'habite à Lyon", "Je n'habite plus à Lyon"],
    ['Je suis végétarien', 'Je ne suis plus végétarien'],
    ['Vivo en Madrid', 'Ahora vivo en Sevilla'],
    ['Soy vegetariana', 'Ya no soy vegetariana'],
    ['Abito a Torino', 'Abito a Milano'],
    ['Abito a Torino', 'Non abito più a Torino'],
    ['Moro em Recife', 'Moro em Olinda'],
    ['Moro em Recife', 'Não moro mais em Recife'],
    ['Sou vegetariana', 'Não sou mais vegetariana'],
    ['I use OmegaT as my CAT tool, not Trados', 'I no longer use OmegaT, I switched to CafeTran'],
    ['Ich nutze OmegaT als Werkzeug, nicht Trados', 'Ich nutze OmegaT nicht mehr, sondern CafeTran'],
    ['Ich nutze OmegaT', 'Ich nutze kein OmegaT mehr, sondern CafeTran'],
    ['Ich arbeite mit LinguaBridge', 'Ich arbeite seit Mai nicht mehr mit LinguaBridge'],
    [
      "J'utilise OmegaT comme outil de TAO, pas Trados",
      "Je n'utilise plus OmegaT, je suis passée à CafeTran",
    ],
    ["J'utilise OmegaT pour tout", "J'ai arrêté d'utiliser OmegaT en mai"],
    ['Uso OmegaT para mis traducciones, no Trados', 'Ya no uso OmegaT, me pasé a CafeTran'],
    ['Uso OmegaT come strumento, non Trados', 'Non uso più OmegaT, sono passata a CafeTran'],
    ['Uso OmegaT como ferramenta, não Trados', 'Já não uso OmegaT, passei para o CafeTran'],
    ['Uso o OmegaT em tudo o que traduzo', 'Não uso mais o OmegaT desde maio'],
    ['我住在上海', '我住在杭州'],
    ['我住在上海', '我不住在上海了'],
    ['我吃素', '我不吃素了'],
    ['私は東京に住んでいます', '私は横浜に住んでいます'],
    ['私は東京に住んでいます', '私は東京に住んでいません'],
  ])('%j, then %j', (older, newer) => {
    expect(between(said(older), said(newer))).not.toBeNull();
  });

  test.each([
    ["J'utilise OmegaT, pas Trados", "Je n'utilise plus Trados"],
    ['Ich nutze OmegaT nicht, weil es langsam ist', 'Ich nutze OmegaT nicht mehr'],
    ["J'utilise CafeTran pour tout", "Je n'utilise plus OmegaT, je suis passée à CafeTran"],
    ['Uso Docker', 'Ya no uso Postgres'],
    ['Ich habe zwei Hunde', 'Ich habe eine Katze'],
    ['Ich bin allergisch gegen Nüsse', 'Ich bin allergisch gegen Milch'],
    ['Ich bin Lehrerin', 'Ich bin Vegetarierin'],
    ['Ich wohne in Köln', 'Ich arbeite in Bonn'],
    ['Ich wohne in Köln', 'Ich bin nach Köln gezogen'],
    ['Ich wohne in Köln', 'Ich bin in Leipzig geboren'],
    ['I live in Cologne', 'We moved to GitLab'],
    ['I live in Cologne', 'We moved the deploys to Tuesdays'],
    ['Ich wohne in Köln', 'Anna ist nach Leipzig gezogen'],
    ['Vivo en Madrid', 'Ana se ha mudado a Sevilla'],
    ['I lived in Cologne', 'I moved to Leipzig'],
    ['Я живу в Москве', 'Я переехал в Москву'],
    ['Meine Tochter heißt Emma', 'Mein Sohn heißt Paul'],
    ['Wir nutzen Docker', 'Wir nutzen Postgres'],
    ['Soy alérgico a las nueces', 'Soy alérgico a la leche'],
    ['Sono allergico alle noci', 'Sono allergico al latte'],
    ['Ho due figli', 'Ho un gatto'],
    ['Uso sempre pnpm', 'Uso sempre vim'],
    ['我住在上海', '我住在上海浦东'],
    ['我对花生过敏', '我对牛奶过敏'],
    ['我女儿叫小雨', '我儿子叫小雪'],
    ['私は東京に住んでいます', '私は横浜で働いています'],
  ])('not %j, then %j', (older, newer) => {
    expect(between(said(older), said(newer))).toBeNull();
  });

  test.each([
    ['Marco ha chiamato', 'Marco non ha chiamato'],
    ['Il cliente ha risposto', 'Il cliente non ha risposto'],
    ['Der Kunde hat angerufen', 'Der Kunde hat nicht angerufen'],
    ['Le client Martin a répondu', "Le client Martin n'a pas répondu"],
    ['Marta ha llamado hoy', 'Marta no ha llamado hoy'],
    ['A Marta ligou', 'A Marta não ligou'],
    ['The client has called', 'The client has not called'],
  ])('nor a deed of one day: %j, %j', (older, newer) => {
    expect(between(older, newer)).toBeNull();
  });

  test('but a state of a client is one', () => {
    expect(between('Il cliente usa Oracle', 'Il cliente non usa Oracle')).toBe('negation');
    expect(between('Der Kunde Huber nutzt Oracle', 'Der Kunde Huber nutzt Oracle nicht')).toBe('negation');
  });
});

describe('[M-4] the one person for something', () => {
  test.each([
    ['My dentist is Dr Bauer', 'My dentist is Dr Vogel'],
    ['My dentist is called Anna Bauer', 'My dentist is called Eva Vogel'],
    ['My boss is Anna', 'My boss is Tom'],
    ['Mein Zahnarzt heißt Bauer', 'Mein Zahnarzt heißt Vogel'],
    ['Meine Zahnärztin ist Dr. Bauer', 'Meine Zahnärztin ist Dr. Vogel'],
    ['Mon dentiste est Dupont', 'Mon dentiste est Martin'],
    ['Mi dentista se llama Carlos', 'Mi dentista se llama Pablo'],
  ])('%j, then %j', (older, newer) => {
    expect(between(older, newer)).toBe('value');
    expect(between(said(older), said(newer))).toBe('value');
  });

  test.each([
    ['My sister is Anna', 'My sister is Eva'],
    ['My dentist is great', 'My dentist is Anna'],
    ['My wife is French', 'My wife is Catholic'],
    ['Meine Frau ist Lehrerin', 'Meine Frau ist Vegetarierin'],
    ['My dentist is Bauer', 'My doctor is Vogel'],
  ])('not %j, then %j', (older, newer) => {
    expect(between(older, newer)).toBeNull();
    expect(between(said(older), said(newer))).toBeNull();
  });
});
