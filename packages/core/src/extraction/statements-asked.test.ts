import { expect, test } from 'vitest';
import { statementsIn } from './statements.ts';

test.each([
  ['Remember that Frau Dietz only takes phone calls.', 'Frau Dietz only takes phone calls'],
  ["Don't forget that Dr. Benali no longer works on Mondays.", 'Dr. Benali no longer works on Mondays'],
  ["Don't forget: the cat gets its drops in the evening.", 'The cat gets its drops in the evening'],
  ['Nicht vergessen: der Kater bekommt abends Tropfen.', 'Der Kater bekommt abends Tropfen'],
  ["N'oublie pas : le chat prend ses gouttes le soir.", 'Le chat prend ses gouttes le soir'],
  ['Garde en tête que je ne travaille pas le mercredi.', 'The user says: “Je ne travaille pas le mercredi”'],
  ['No olvides: el gato toma sus gotas por la noche.', 'El gato toma sus gotas por la noche'],
  ['Non dimenticare: il gatto prende le gocce la sera.', 'Il gatto prende le gocce la sera'],
  ['Não te esqueças: o gato toma as gotas à noite.', 'O gato toma as gotas à noite'],
  ['Не забудь: кот получает капли вечером.', 'Кот получает капли вечером'],
  ['别忘了：猫晚上要滴药。', '猫晚上要滴药'],
  ['忘れないで：猫は夜に薬を飲みます。', '猫は夜に薬を飲みます'],
])('[X-4] %j asks for what follows to be kept', (text, content) => {
  expect(statementsIn(text).map((one) => one.content)).toEqual([content]);
});

test.each([
  '¡Nunca uses emojis en los commits!',
  'I want you to always answer in French.',
  'Ich möchte, dass du mir immer auf Deutsch antwortest.',
  'Je veux que tu répondes toujours en français.',
  'Quiero que respondas siempre en español.',
  'Vorrei che tu rispondessi sempre in italiano.',
  'Quero que respondas sempre em português.',
  'Я хочу, чтобы ты всегда отвечал по-русски.',
  '我希望你总是用中文回答。',
  'いつも日本語で答えてほしいです。',
  "Je préfère les messages d'erreur en français.",
])('[X-4] %j is a lasting wish', (text) => {
  expect(statementsIn(text)).toMatchObject([{ kind: 'preference' }]);
});

test.each([
  'I no longer use Trados, I switched to CafeTran.',
  "We don't use npm anymore.",
  'Ich nutze kein Trados mehr, sondern CafeTran.',
  'Wir benutzen DeepL nicht mehr für Rohfassungen.',
  'Ich arbeite nicht mehr mit LinguaBridge.',
  "Je n'utilise plus Trados, je suis passée à CafeTran.",
  'Je ne travaille plus avec LinguaBridge.',
  'Ya no uso Trados.',
  'Non uso più Trados.',
  'Já não uso Trados.',
  'Não usamos mais npm.',
  'Я больше не использую Trados.',
  '我们不用npm了。',
  'もうTradosを使っていません。',
])('[X-4] %j says what is so no longer', (text) => {
  expect(statementsIn(text)).toHaveLength(1);
});

test.each([
  "Don't forget: run the tests before you push.",
  "N'oublie pas : lance les tests avant de pousser.",
  'Nicht vergessen: Tests laufen lassen.',
  'No olvides: ejecuta las pruebas antes.',
  'Non dimenticare: esegui i test prima.',
  'Não te esqueças: executa os testes antes.',
  'Не забудь: запусти тесты перед пушем.',
  'Quiero que el botón siempre esté visible.',
  'Quiero que los botones siempre estén visibles.',
  'Vorrei che il pulsante fosse sempre visibile.',
  'Quero que o botão esteja sempre visível.',
  "Je voudrais que tu corriges ça, jamais je n'y arriverai.",
  "Je n'utilise plus rien.",
  'Ya no uso nada.',
  'Non uso più niente.',
  'Não uso mais nada.',
  'Remember that time we lost the data.',
  "Don't forget to run the tests.",
  'We no longer use the old file.',
  "I don't use it anymore.",
  "We don't use this branch anymore.",
  'Ich nutze das nicht mehr.',
  'Ich nutze diese Datei nicht mehr.',
  'Ich möchte, dass du den Test reparierst.',
  'Ich arbeite nicht mehr mit der alten Version.',
  "Je n'utilise plus cette branche.",
  'Je veux que tu corriges le test.',
  'Je veux que tu corriges toujours la même erreur.',
  'Ya no uso este archivo.',
  'Quiero que corrijas la prueba.',
  'Non uso più questo file.',
  'Vorrei che correggessi il test.',
  'Não uso mais esse arquivo.',
  'Я больше не использую этот файл.',
  '我不用去了。',
  'もうこれを使っていません。',
  "Les messages d'erreur sont en anglais.",
])('[X-4] %j is left', (text) => {
  expect(statementsIn(text)).toEqual([]);
});
