import { expect, test } from 'vitest';
import { statementsIn } from './statements.ts';

test.each([
  'Translate to German: Good morning. I live in Hamburg.',
  'Please fix the grammar: Hello there. I work at Siemens since 3 years.',
  'Write an email: Dear Ms Smith. My name is Max. I live in Bremen.',
  'How do you like this sentence?\nI live in Bremen.',
  'My name is Max Smith. I live in Bremen. Translate that to French. Thanks!',
  'He said: "This will not work. I work at Bosch. Always use tabs!"',
  'Rephrase this politely:\nAlways use tabs!',
  'Imagine you are a clerk. My name is Max. I live in Bremen.',
  'Übersetze ins Englische: Guten Tag. Ich wohne in Hamburg.',
  'Übersetz mir das mal ins Englische. Ich wohne in Hamburg und arbeite bei Siemens.',
  'Schreib eine Mail: Sehr geehrte Frau Schulz. Ich heiße Max Müller. Ich wohne in Bremen.',
  'Schreib eine Mail:\n\nHallo Frau Schulz,\n\nich heiße Max Müller und wohne in Bremen.',
  'Er sagte: "Das geht so nicht. Ich arbeite bei Bosch. Nutze immer Tabs!"',
  'Wie findest du diesen Satz?\nIch wohne in Bremen.',
  'Formuliere das höflicher:\nNutze immer Tabs statt Leerzeichen!',
  'Stell dir vor, du bist Beamter. Ich heiße Max Müller.',
  "Traduis en anglais : Bonjour. J'habite à Paris et je travaille chez Orange.",
  "Écris un mail :\n\nBonjour,\n\nje m'appelle Claire Dupont. J'habite à Lille.",
  "Il a dit : « Ça ne va pas. J'habite à Lille. »",
  "Corrige cette phrase\nJ'habite à Lille depuis 3 an.",
  'Traduce al inglés: Buenos días. Vivo en Barcelona.',
  'Escribe un correo:\n\nHola,\n\nme llamo Marta López. Vivo en Madrid.',
  '¿Está bien escrito?\nVivo en Barcelona desde hace 3 año.',
  'Dijo: "No funciona. Trabajo en Google. Usa siempre tabs."',
  'Traduci in inglese: Buongiorno. Abito a Roma.',
  'Scrivi una mail:\n\nBuongiorno,\n\nmi chiamo Marta Bianchi. Abito a Roma.',
  'Traduza para inglês: Bom dia. Moro em Lisboa.',
  'Ele disse: "Não dá. Trabalho na Nubank. Use sempre tabs."',
  '帮我翻译成英文：你好。我住在北京。',
  '改一下语病：大家好。我叫王芳。',
  '他说：“不行。我在百度工作。”',
  '润色一下\n我叫王芳，是一名老师。',
  '英語に翻訳して：こんにちは。私は東京に住んでいます。',
  '添削して：はじめまして。私の名前は田中です。',
  '彼は「無理です。私は東京に住んでいます。」と言った',
  'この文は正しいですか？\n私は東京に住んでいます。',
])('[X-4] %j hands over a text, which is not the person’s word', (text) => {
  expect(statementsIn(text)).toEqual([]);
});

test.each([
  ['I live in Bremen. Write an email to my landlord: the heating is broken.', 1],
  ['Always correct my grammar. I live in Bremen.', 1],
  ['Translate the README to German. From now on use pnpm.', 1],
  ['Write every commit message like this: feat(x): words. I live in Bremen.', 1],
  ['I work at Siemens. I said: we use pnpm, not npm.', 1],
  ['Never translate variable names. I live in Bremen.', 2],
  ['The field shows this text box twice. I live in Bremen.', 1],
  ['Remember: "Never deploy on a Friday." I live in Bremen.', 2],
  ['Übersetze die README ins Deutsche. Ab jetzt nutze bitte pnpm.', 1],
  ['Ich arbeite als Übersetzerin. Ich wohne in Bremen.', 2],
  ['Ich wohne in Bremen. Schreib eine Mail an meinen Vermieter: Die Heizung ist kaputt.', 1],
  ["J'habite à Lille. Écris un mail à mon propriétaire : le chauffage est en panne.", 1],
  ['Vivo en Madrid. Escribe un correo a mi casero: la calefacción no va.', 1],
  ['我住在北京。写一封邮件给房东：暖气坏了。', 1],
  ['私は東京に住んでいます。大家さんにメールを書いて：暖房が壊れました。', 1],
])('[X-4] %j still says what the person said of themselves', (text, count) => {
  expect(statementsIn(text)).toHaveLength(count);
});
