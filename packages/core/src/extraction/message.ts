/** A conversation as extraction reads it: who said what, in order. */

export const ROLES = ['system', 'user', 'assistant', 'tool'] as const;
export type Role = (typeof ROLES)[number];

/** One message of a session; a session's own messages fit it as they are. */
export interface Message {
  readonly sequence: number;
  readonly role: Role;
  readonly content: string;
  /** What the assistant called, and what a tool answered, as the caller's agent wrote it. */
  readonly toolCalls?: readonly unknown[] | null | undefined;
  readonly toolResults?: readonly unknown[] | null | undefined;
  /** Milliseconds. */
  readonly at: number;
}

const FENCED = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
/** What agents put around files, reminders and results inside of a person's message. */
const TAGGED = /<([a-z][\w:-]{0,60})(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1\s*>/gi;
const QUOTED_LINE = /^[ \t]*(?:>|\|).*$/gm;
const LONG_QUOTE = /["“„«][^"“”„«»]{120,}["”“»]/g;
/** A page, a log or a mail comes behind such a line, up to the end of the message. */
const PASTED =
  /^[^\n]{0,80}(?<![\p{L}])(?:past(?:ed?|ing)|pages?|articles?|text|documents?|docs?|files?|contents?|output|logs?|e-?mails?|messages?|tickets?|issues?|comments?|errors?|traces?|snippets?|results?|readme|transcript|summari[sz]e|translate|proofread|says|seite|artikel|datei|inhalt|ausgabe|nachricht|fehler|übersetze?|texte?|fichier|contenu|sortie|traduis|résume|archivo|página|artículo|contenido|salida|texto|traduce|resume)(?![\p{L}])[^\n]{0,60}:[ \t]*\n[\s\S]*$/imu;

/**
 * What the person says in their own voice: without code, quotations, tagged parts and what is pasted behind an announcing
 * line. Text that a file or page brought is not the person's word. [X-1, G-1]
 */
export const ownWords = (text: string): string =>
  text
    .replace(FENCED, ' ')
    .replace(TAGGED, ' ')
    .replace(PASTED, ' ')
    .replace(QUOTED_LINE, ' ')
    .replace(LONG_QUOTE, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();
