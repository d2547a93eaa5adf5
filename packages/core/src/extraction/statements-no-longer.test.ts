import { expect, test } from 'vitest';
import { statementsIn } from './statements.ts';

test.each([
  'Ich wohne nicht mehr in Köln.',
  'Ich bin keine Vegetarierin mehr.',
  'Ich ziehe doch nicht um.',
  'Eigentlich, wir ziehen im März nach Leipzig.',
  'Wir nutzen npm nicht, sondern yarn.',
  'Ich arbeite nicht mehr bei Siemens.',
  'Je ne suis plus végétarienne.',
  "Je n'habite plus à Lyon.",
  'En fait je ne déménage plus.',
  "On n'utilise pas npm mais pnpm.",
  'Ya no vivo en Madrid.',
  'Ya no soy vegetariana.',
  'Al final no me mudo.',
  'No usamos npm, sino pnpm.',
  'Adesso abito a Milano.',
  'Non sono più vegetariana.',
  'Alla fine non mi trasferisco più.',
  'Non usiamo npm, ma pnpm.',
  'Agora moro em Olinda.',
  'Não sou mais vegetariana.',
  'Afinal não me vou mudar.',
  'Não usamos npm, mas sim pnpm.',
  '我不搬家了。',
  '我不吃素了。',
  '我不住在上海了。',
  '我们不用npm了，改用pnpm。',
  'やっぱり引っ越しはやめました。',
  'もう東京に住んでいません。',
  'もうベジタリアンではありません。',
])('[X-4] %j corrects what was so, and is kept', (text) => {
  expect(statementsIn(text)).toHaveLength(1);
});

test.each([
  'Ich bin nicht mehr sicher.',
  'Ich ziehe den Branch nach main um.',
  'Wir ziehen nach Plan vor.',
  'Ich bin keine große Hilfe mehr.',
  'Wir nutzen das nicht, sondern ignorieren es.',
  'Je ne suis plus sûr.',
  "On n'utilise pas npm mais ça marche.",
  'Je ne travaille plus sur ce bug.',
  'Ya no sé qué hacer.',
  'Ya no vivo esto.',
  'No usamos npm, pero falla.',
  'Non sono più sicura.',
  'Adesso non parte.',
  'Non usiamo npm, ma non parte.',
  'Não sou mais eu.',
  'Agora não funciona.',
  '我不吃这个了。',
  '我不想搬了。',
  '我们不用这个了，用别的。',
  '我搬去那边了',
  'もう動いていません。',
  'データを新しいサーバーに引っ越しました。',
])('[X-4] %j is left', (text) => {
  expect(statementsIn(text)).toEqual([]);
});
