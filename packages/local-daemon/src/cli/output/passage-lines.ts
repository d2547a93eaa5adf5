/** Formats a passage of a file or transcript as two lines: its text, then its place. */
import type { PassageHit, SearchHit } from '@cairn/schema';
import { joined, oneLine, printable, printableName, type Style } from '../style.ts';
import { firstMark, termsOf, withMarks } from './marks.ts';
import { factLines, shortProject } from './memory-lines.ts';
import { shortTime } from './short-time.ts';

const LINE_MAX = 200;
const MARK = '▪';

export interface PassageView {
  readonly isExplained: boolean;
  textOf(path: string): string | null;
}

export const passageLines = (
  hit: PassageHit,
  style: Style,
  nowMs: number,
  { isExplained, textOf }: PassageView,
): string => {
  const from = hit.source.kind === 'document' ? lineThatMatched(hit) : 0;
  const score = hit.score.toFixed(2);
  const room = (style.width ?? LINE_MAX) - MARK.length - score.length - 4;
  const first = `${style.cyan(MARK)} ${withMarks(oneLine(hit.text.slice(from), Math.max(20, room)), termsOf(hit.why), style)}  ${style.dim(score)}`;
  const beside = (turn: PassageHit['before']): string =>
    turn === undefined
      ? ''
      : style.dim(`  ${oneLine(joined(': ', [turn.author, turn.text]), Math.max(20, room))}`);
  return joined('\n', [
    beside(hit.before),
    first,
    beside(hit.after),
    ...factLines(factsOf(hit, nowMs, lineNumber(hit, from, textOf)), style),
    ...(isExplained ? whyLines(hit, style) : []),
  ]);
};

/** Returns where the first line with a word of the question begins in the passage; 0 if there is none. */
const lineThatMatched = ({ text, why }: PassageHit): number => {
  const marked = firstMark(text, termsOf(why));
  return marked < 0 ? 0 : text.lastIndexOf('\n', marked - 1) + 1;
};

/** Returns the line number, counted as in editors. Null if the file has changed since it was indexed. */
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

/** "why: holds leads, design (1.00); by meaning not compared; begins with a name in the question" */
export const whyLines = ({ textScore, vectorScore, why }: Explained, style: Style): readonly string[] => {
  const terms = termsOf(why).slice(0, 8).map(printable).join(', ');
  const reasons = joined('; ', [
    textScore === null
      ? 'no word of the question matched'
      : `by words ${textScore.toFixed(2)}${terms === '' ? '' : `, looked for ${terms}`}`,
    vectorScore === null ? 'meaning was not compared' : `by meaning ${vectorScore.toFixed(2)}`,
    why?.isExact === true ? 'contains the question exactly as it was written' : '',
    why?.isNamed === true ? 'begins with a name in the question' : '',
  ]);
  return factLines(`why: ${reasons}`, style);
};
