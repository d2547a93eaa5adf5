/** Why a result was found, in words. */
import type { PassageHit, SearchHit } from '@cairn/schema';
import { printable, type Style } from '../style.ts';
import { termsOf } from './marks.ts';
import { factLines } from './memory-lines.ts';

type Explained = Pick<SearchHit | PassageHit, 'textScore' | 'vectorScore' | 'why'>;

/** "why: holds leads, design (1.00); by meaning not compared; begins with a name in the question" */
export const whyLines = ({ textScore, vectorScore, why }: Explained, style: Style): readonly string[] => {
  const terms = termsOf(why).slice(0, 8).map(printable).join(', ');
  const reasons = [
    textScore === null
      ? 'no word of the question matched'
      : `by words ${textScore.toFixed(2)}${terms === '' ? '' : `, looked for ${terms}`}`,
    vectorScore === null ? 'meaning was not compared' : `by meaning ${vectorScore.toFixed(2)}`,
    ...(why?.isExact === true ? ['holds what was asked for as it was written'] : []),
    ...(why?.isNamed === true ? ['begins with a name in the question'] : []),
  ];
  return factLines(`why: ${reasons.join('; ')}`, style, 2);
};
