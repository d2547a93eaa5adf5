import { describe, expect, test } from 'vitest';
import { scopeToken, searchColumns } from './search-columns.ts';

const NOVEMBER_21 = Date.UTC(2026, 10, 21, 23, 30);
const columns = (content: string, more: Partial<Parameters<typeof searchColumns>[0]> = {}) =>
  searchColumns({
    content,
    key: null,
    namespace: null,
    tags: [],
    project: null,
    createdAt: NOVEMBER_21,
    ...more,
  });

describe('what the index reads beside the content', () => {
  test('[F-1] key, namespace, tags and the date in words and digits', () => {
    const { aside } = columns('x', { key: 'editor', namespace: 'tacit/tools', tags: ['vim', 'keys'] });
    expect(aside).toBe('editor tacit/tools vim keys 2026 november november21 20261121');
  });

  test('[F-1] languages without word spaces are cut into characters and pairs', () => {
    expect(columns('I live in 東京都 now').grams).toBe('東 京 都 東京 京都');
    expect(columns('plain words').grams).toBe('');
    expect(columns('ภาษาไทย').grams).toContain('ภา');
    expect(columns('x', { tags: ['日本'] }).grams).toBe('日 本 日本');
  });

  test('[F-1] numbers and words between such characters are words of their own', () => {
    const none = columns('x').aside;
    expect(columns('测试服务器的端口是7100。').aside).toBe(`${none} 7100`);
    expect(columns('用vim编辑3个文件').aside).toBe(`${none} vim 3`);
    expect(columns('我用Яндекс搜索').aside).toBe(`${none} Яндекс`);
    expect(columns('ใช้Яндексกับ東京').aside).toBe(`${none} Яндекс`);
    expect(columns('端口 7100 plain').aside).toBe(none);
  });

  test('[F-1] astral characters stay whole', () => {
    expect(columns('𠮷野家').grams.split(' ')).toEqual(['𠮷', '野', '家', '𠮷野', '野家']);
  });

  test('[F-1] full-width letters are found by plain ones', () => {
    expect(columns('ＡＢＣ and ﬁne').aside).toContain('abc fine');
    expect(columns('plain').aside).toBe('2026 november november21 20261121');
  });

  test('[F-1] letters that the index does not fold are found by the common ones', () => {
    const none = columns('x').aside;
    expect(columns('Die Straße nach Łódź').aside).toBe(`${none} strasse lodz`);
    expect(columns('Ёлка в Ρόδος').aside).toBe(`${none} елка ροδοσ`);
    expect(columns('x', { tags: ['größe'] }).aside).toBe(`größe ${none} grosse`);
    expect(columns('Café in Zürich').aside).toBe(none);
  });

  test('[F-5] one scope token per project, p0 for global', () => {
    expect(columns('x').scope).toBe('p0');
    const token = scopeToken('github.com/acme/app');
    expect(token).toMatch(/^p[1-9]\d{0,14}$/);
    expect(scopeToken('github.com/acme/apq')).not.toBe(token);
    expect(scopeToken('')).not.toBe('p0');
  });

  test('[F-5] ten thousand projects have ten thousand tokens', () => {
    const tokens = new Set(
      Array.from({ length: 10_000 }, (_, at) => scopeToken(`github.com/acme/app-${at}`)),
    );
    expect(tokens.size).toBe(10_000);
  });
});
