/** A piece of a file or transcript as two lines: what it says, then where it stands. */
import type { PassageHit } from '@cairn/schema';
import { oneLine, printable, type Style } from '../style.ts';
import { termsOf, withMarks } from './marks.ts';
import { factLines, shortProject } from './memory-lines.ts';
import { shortTime } from './short-time.ts';
import { whyLines } from './why-lines.ts';

const LINE_MAX = 200;
const MARK = '▪';

export const passageLines = (hit: PassageHit, style: Style, nowMs: number, isExplained: boolean): string => {
  const score = hit.score.toFixed(2);
  const room = (style.width ?? LINE_MAX) - MARK.length - score.length - 4;
  const first = `${style.cyan(MARK)} ${withMarks(oneLine(hit.text, Math.max(20, room)), termsOf(hit.why), style)}  ${style.dim(score)}`;
  const why = isExplained ? whyLines(hit, style) : [];
  return [first, ...factLines(factsOf(hit, nowMs), style, 2), ...why].join('\n');
};

/** "/home/anna/notes.md:640–1270 · github.com/x/y", "A walk · Anna · today 14:05" */
const factsOf = ({ source, author, at, start, end, project }: PassageHit, nowMs: number): string =>
  [
    source.kind === 'document' ? `${printable(source.name)}:${start}–${end}` : printable(source.name),
    printable(author ?? ''),
    source.kind === 'session' ? shortTime(at, nowMs) : '',
    shortProject(project ?? ''),
  ]
    .filter((part) => part !== '')
    .join(' · ');
