import { expect, test } from 'vitest';
import { isRefusal } from './refusal.ts';

const TOLD = 'Ada deploys on Tuesdays. 艾达周二部署。';

test.each([
  "I'm sorry, I can't help with that.",
  'Es tut mir leid, das geht nicht.',
  'Je suis désolé, je ne peux pas le faire.',
  'Lo siento, no puedo ayudar.',
  'Mi dispiace, non posso aiutarti.',
  'Purtroppo non posso riassumere questo testo.',
  'Sinto muito, mas não posso ajudar.',
  'Infelizmente, não consigo resumir isso.',
  'Spiacente, non posso soddisfare la richiesta.',
  'Come modello linguistico, non ho accesso a questi dati.',
  'Não tenho informações suficientes para um resumo.',
  'Como inteligência artificial, não posso dar opiniões.',
  '我没有足够的信息来写摘要。',
  '作為人工智慧，我不能提供意見。',
  'この内容を処理することはできません。',
  '恐れ入りますが、ご要望にはお応えできません。',
  '抱歉，我无法总结这些内容。',
  '我不能回答这个问题。',
  '申し訳ありませんが、お答えできません。',
  '要約することはできません。',
])('[SU-6] a refusal: %s', (text) => {
  expect(isRefusal(text, TOLD)).toBe(true);
  expect(isRefusal(text, `The user said: ${text}`)).toBe(false);
});

test.each([
  'Ada deploys on Tuesdays.',
  'Non usa mai npm.',
  'Não usa npm.',
  'Ada schickt dienstags aus.',
  '艾达从不在周五部署。',
  '我们无法在周五部署。',
  '金曜日にはデプロイしません。',
  'Come modello linguistico il gruppo usa Haiku.',
  'Não temos informações suficientes sobre o fornecedor.',
  '支付失败时应用显示“抱歉，请重试”。',
  'ボットは「お答えできません」と返す。',
  'mainに直接pushすることはできません。',
  'この操作は管理者しかできません。',
])('[SU-6] no refusal: %s', (text) => {
  expect(isRefusal(text, TOLD)).toBe(false);
});
