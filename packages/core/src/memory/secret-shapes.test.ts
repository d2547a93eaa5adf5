import { expect, test } from 'vitest';
import { guardText } from './guard.ts';

test.each([
  'Das Passwort lautet Tr0ub4dor3',
  'mein WLAN-Kennwort ist „Tr0ub4dor3“',
  'le mot de passe est Tr0ub4dor3',
  'la contraseña es Tr0ub4dor3',
  'la mia password è Tr0ub4dor3',
  'password：Tr0ub4dor3',
  'пароль: Tr0ub4dor3',
  'Пароль — Tr0ub4dor3',
  '数据库的密码是Tr0ub4dor3。',
  '密碼：Tr0ub4dor3',
  '管理画面のパスワードはTr0ub4dor3です',
  'パスワード：Tr0ub4dor3',
])('[G-1] the password in %j is redacted, in whatever language it is announced', (text) => {
  const verdict = guardText(`Notes: ${text} `, 'agent');
  if (!verdict.ok) throw new Error(verdict.error.message);
  expect(verdict.value.content).toContain('[redacted: password]');
  expect(verdict.value.content).not.toContain('Tr0ub4dor3');
});

test.each([
  'пароль — это важно',
  '密码是什么时候改的',
  '密码: 在1Password里',
  'パスワードは8文字以上です',
  'パスワードはbcryptで保存する',
])('[G-1] %j holds none and stays as it is', (text) => {
  expect(guardText(text, 'user')).toMatchObject({ ok: true, value: { content: text, warnings: [] } });
});
