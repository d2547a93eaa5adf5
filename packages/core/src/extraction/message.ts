/** A conversation as extraction reads it: messages with their roles, in order. */

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof ROLES)[number];

/** One message. A session's own messages have this shape. */
export interface Message {
  readonly sequence: number;
  readonly role: Role;
  readonly content: string;
  /** The assistant's tool calls and the tools' results, as the caller's agent wrote them. */
  readonly toolCalls?: readonly unknown[] | null | undefined;
  readonly toolResults?: readonly unknown[] | null | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const FENCED = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
/** The tags that agents put around files, reminders and results inside a person's message. */
const TAG = /<(\/?)([a-z][\w:-]{0,60})(?:\s[^<>]*)?>/gi;

/** Removes all from a tag to the next closing tag of its name. Matches each once, so the time stays linear. */
const withoutTagged = (text: string): string => {
  const tags = [...text.matchAll(TAG)].map(({ 0: { length }, 1: slash, 2: name = '', index }) => ({
    isClosing: slash === '/',
    name: name.toLowerCase(),
    start: index,
    end: index + length,
  }));
  const closing = Map.groupBy(
    tags.filter(({ isClosing }) => isClosing),
    ({ name }) => name,
  );
  const passed = new Map<string, number>();
  let kept = '';
  let from = 0;
  for (const { isClosing, name, start, end } of tags) {
    if (isClosing || start < from) continue;
    const ends = closing.get(name) ?? [];
    let at = passed.get(name) ?? 0;
    while ((ends[at]?.start ?? end) < end) at++;
    passed.set(name, at);
    const last = ends[at];
    if (last === undefined) continue;
    kept += `${text.slice(from, start)} `;
    from = last.end;
  }
  return kept + text.slice(from);
};

const QUOTED_LINE = /^[ \t]*(?:>|\|).*$/gm;
const LONG_QUOTE = /["“„«][^"“”„«»]{120,}["”“»]/g;
/** A line that announces a pasted page, log or mail. The pasted text reaches to the end of the message. */
const PASTED =
  /^[^\n]{0,80}(?<![\p{L}])(?:past(?:ed?|ing)|pages?|articles?|text|documents?|docs?|files?|contents?|output|logs?|e-?mails?|messages?|tickets?|issues?|comments?|errors?|traces?|snippets?|results?|readme|transcript|summari[sz]e|translate|proofread|says|seite|artikel|datei|inhalt|ausgabe|nachricht|fehler|übersetze?|texte?|fichier|contenu|sortie|traduis|résume|archivo|p[áa]gina|artículo|contenido|salida|testo|texto|traduce|resume|articolo|contenuto|messaggio|errore|traduci|riassumi|artigo|ficheiro|arquivo|conteúdo|saída|mensagem|erro|traduza?|resuma)(?![\p{L}])[^\n]{0,60}:[ \t]*\n[\s\S]*$/imu;
const PASTED_UNSPACED =
  /^[^\n]{0,80}(?:页面|頁面|网页|網頁|文章|文档|文件|檔案|内容|內容|输出|輸出|日志|日誌|邮件|郵件|消息|错误|錯誤|翻译|翻譯|总结|總結|粘贴|貼上|ページ|記事|文書|出力|ログ|メール|メッセージ|エラー|翻訳|要約|貼り付け)[^\n]{0,60}[:：][ \t]*\n[\s\S]*$/mu;

/**
 * Returns the person's own words: without code, quotations, tagged parts and pasted text. Text from a file or page is
 * not the person's word. [X-1, G-1]
 */
export const ownWords = (text: string): string =>
  withoutTagged(text.replace(FENCED, ' '))
    .replace(PASTED, ' ')
    .replace(PASTED_UNSPACED, ' ')
    .replace(QUOTED_LINE, ' ')
    .replace(LONG_QUOTE, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();

/** A short quotation of several sentences. Its first sentence stays, since it may be what to remember. */
const SENTENCES_IN_QUOTES =
  /((?:(?<![\p{L}\p{N}])"|[“„«「『])[^"“”„«»「」『』\n]{1,120}?[.!?。！？])[^"“”„«»「」『』\n]{1,240}(["“”»」』])/gu;

/** Leaves out what follows the first sentence of a quotation: it would look like a sentence of the person. */
export const withoutQuotedSentences = (text: string): string => text.replace(SENTENCES_IN_QUOTES, '$1$2');
