/** Formats a found passage of a file or session: its text, and its place below. In a session, the messages before and after it too. */
import { type PassageHit, type SearchHit, termsOf } from '@cairn/schema';
import { joined, oneLine, printable, printableName, type Style } from '../style.ts';
import { firstMark, withMarks } from './marks.ts';
import { factLines, shortProject } from './memory-lines.ts';
import { shortTime } from './short-time.ts';

const LINE_MAX = 200;
const MARK = '▪';

export interface PassageView {
  /** Whether to add why the passage was found. */
  readonly isExplained: boolean;
  /** Returns the present text of a document's file; null if it cannot be read. */
  textOf(path: string): string | null;
}

export const passageLines = (
  hit: PassageHit,
  style: Style,
  nowMs: number,
  { isExplained, textOf }: PassageView,
): string => {
  const from = hit.source.kind === 'document' ? matchedLineStart(hit) : 0;
  const score = hit.score.toFixed(2);
  const room = Math.max(20, (style.width ?? LINE_MAX) - MARK.length - score.length - 4);
  const text = withMarks(oneLine(hit.text.slice(from), room), termsOf(hit.why), style);
  const found = `${style.cyan(MARK)} ${text}  ${style.dim(score)}`;
  const beside = (message: PassageHit['before']): string =>
    message === undefined
      ? ''
      : style.dim(`  ${oneLine(joined(': ', [message.author, message.text]), room)}`);
  return joined('\n', [
    beside(hit.before),
    found,
    beside(hit.after),
    ...factLines(factsOf(hit, nowMs, lineNumber(hit, from, textOf)), style),
    ...(isExplained ? whyLines(hit, style) : []),
  ]);
};

/** Returns the offset in the passage of the first line with a word of the question; 0 if no line has one. */
const matchedLineStart = ({ text, why }: PassageHit): number => {
  const marked = firstMark(text, termsOf(why));
  return marked < 0 ? 0 : text.lastIndexOf('\n', marked - 1) + 1;
};

/** Returns the number of that line in the file, from 1. Null for a session, or if the file has changed since it was indexed. */
const lineNumber = (
  { source, start, end, text }: PassageHit,
  from: number,
  textOf: PassageView['textOf'],
): number | null => {
  const file = source.kind === 'document' ? textOf(source.name) : null;
  return file === null || file.slice(start, end) !== text
    ? null
    : file.slice(0, start + from).split('\n').length;
};

/** "/home/anna/notes.md:41 · github.com/x/y", "A walk · Anna · today 14:05" */
const factsOf = ({ source, author, at, project }: PassageHit, nowMs: number, line: number | null): string =>
  joined(' · ', [
    `${printableName(source.name)}${line === null ? '' : `:${line}`}`,
    printable(author ?? ''),
    source.kind === 'session' ? shortTime(at, nowMs) : '',
    shortProject(project ?? ''),
  ]);

/** The fields that say why a result was found. */
type Explained = Pick<SearchHit | PassageHit, 'textScore' | 'vectorScore' | 'why'>;

/** "why: by words 1.00, looked for leads, design; meaning was not compared; begins with a name in the question" */
export const whyLines = ({ textScore, vectorScore, why }: Explained, style: Style): readonly string[] => {
  const terms = termsOf(why).slice(0, 8).map(printable).join(', ');
  const reasons = joined('; ', [
    textScore === null
      ? 'no word of the question matched'
      : `by words ${textScore.toFixed(2)}${terms === '' ? '' : `, looked for ${terms}`}`,
    vectorScore === null ? 'meaning was not compared' : `by meaning ${vectorScore.toFixed(2)}`,
    typeof why?.judged === 'number'
      ? `word by word ${why.judged < 0 ? '' : '+'}${why.judged.toFixed(2)}`
      : '',
    why?.isExact === true ? 'contains the question exactly as it was written' : '',
    why?.isNamed === true ? 'begins with a name in the question' : '',
  ]);
  return factLines(`why: ${reasons}`, style);
};
