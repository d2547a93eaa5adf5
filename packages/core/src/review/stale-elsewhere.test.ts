import { DAY_MS } from '@cairn/schema';
import { describe, expect, test } from 'vitest';
import { stalenessOf } from './stale.ts';

const written = Date.UTC(2026, 8, 10, 12);
const day = (month: number, date: number, year = 2026) => Date.UTC(year, month - 1, date);

describe('[M-4] a text of another language goes stale', () => {
  test.each([
    ['Anna ist bis zum 3. Oktober im Urlaub', day(10, 4)],
    ['Die Frist endet am 31.12.2026', day(1, 1, 2027)],
    ['Der Code-Freeze gilt bis 5. Januar', day(1, 6, 2027)],
    ["Anna est absente jusqu'au 3 octobre", day(10, 4)],
    ['Le rapport est à rendre avant le 1er décembre 2026', day(12, 2)],
    ['Ana está de baja hasta el 3 de octubre', day(10, 4)],
    ['El plazo termina el 31 de diciembre de 2026', day(1, 1, 2027)],
    ['Il modulo va consegnato entro il 3 ottobre', day(10, 4)],
    ['O contrato expira em 3 de outubro', day(10, 4)],
    ['A Rita está fora até 03/10/2026', day(10, 4)],
    ['签证有效期至2026年10月3日', day(10, 4)],
    ['报告10月3日之前交', day(10, 4)],
    ['レポートは10月3日まで', day(10, 4)],
    ['締め切りは2026年10月3日です', day(10, 4)],
  ])('%j by its date', (content, at) => {
    expect(stalenessOf(content, written)).toEqual({ at, reason: 'date_passed' });
  });

  test.each([
    ['Der Termin ist morgen um zehn', 3],
    ['Diese Woche macht Bob alle Reviews', 8],
    ['Die Tests sind vorerst aus', 90],
    ['Cette semaine Bob relit tout', 8],
    ['El próximo mes cambiamos de oficina', 63],
    ['Questa settimana Bob è in ferie', 8],
    ['Por enquanto os testes estão desligados', 90],
    ['本周由小王值班', 8],
    ['来週は田中さんが休み', 15],
  ])('%j by its span', (content, days) => {
    expect(stalenessOf(content, written)).toEqual({ at: written + days * DAY_MS, reason: 'span_over' });
  });

  test.each([
    'Wir trafen Anna am 3. September 2026',
    'Ab heute bitte auf Deutsch antworten',
    'Die Katzen fressen jeden Morgen 80 Gramm',
    'Frühstück gibt es am Morgen um sieben',
    'Läuft am 3. Server der Reihe',
    "À partir d'aujourd'hui, réponds en français",
    'A partir de hoy responde en español',
    'Los gatos comen por la mañana',
    'Hoy en día usamos pnpm',
    'Da oggi rispondi in italiano',
    'A partir de hoje responda em português',
    'O contrato era válido até 3 de outubro de 2025',
    '从今天起用中文回答',
    '今日からは日本語で答えて',
    'From today on, answer in English',
    'Seiten 3 bis 5 der Anleitung',
  ])('but %j does not', (content) => {
    expect(stalenessOf(content, written)).toBeNull();
  });
});
