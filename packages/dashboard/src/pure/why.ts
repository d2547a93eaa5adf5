/** Says in a few words why a result is in its place, from the answer of `explain`. [PG-6] */
import { type SearchHit, termsOf } from '@cairn/schema';

export interface Reason {
  readonly name: string;
  /** 0 to 1; null if that side was not searched. */
  readonly value: number | null;
  readonly says: string;
}

type Explained = Pick<SearchHit, 'textScore' | 'vectorScore' | 'project' | 'why'>;

/** `project`: the project that was searched first; null for all. */
export const reasonsFor = (hit: Explained, project: string | null): readonly Reason[] => [
  {
    name: 'Words',
    value: hit.textScore,
    says: hit.textScore === null ? 'no word of the question matched' : wordsOf(hit.why),
  },
  {
    name: 'Meaning',
    value: hit.vectorScore,
    says: hit.vectorScore === null ? 'not compared by meaning' : 'how near its meaning is to the question',
  },
  ...(typeof hit.why?.judged === 'number'
    ? [{ name: 'Word by word', value: null, says: judgedWords(hit.why.judged) }]
    : []),
  { name: 'Scope', value: null, says: scopeOf(hit.project, project) },
  ...(hit.why?.isExact === true
    ? [{ name: 'Exact', value: null, says: 'contains the question exactly as it was written' }]
    : []),
  ...(hit.why?.isNamed === true
    ? [{ name: 'Name', value: null, says: 'begins with a name in the question' }]
    : []),
];

const judgedWords = (judged: number): string =>
  `compared with the question, ${judged < 0 ? 'that lowers' : 'that raises'} its score by ${Math.abs(judged).toFixed(2)}`;

/** Uses words, because a number would suggest more precision than there is. */
export const scoreWords = (score: number): string => {
  if (score >= 0.7) return 'fits well';
  if (score >= 0.4) return 'fits in part';
  return 'fits a little';
};

const wordsOf = (why: SearchHit['why']): string => {
  const terms = termsOf(why);
  return terms.length === 0 ? 'matched words' : `looked for ${terms.slice(0, 8).join(', ')}`;
};

const scopeOf = (of: string | null, project: string | null): string => {
  if (of === null) return 'global: it applies everywhere';
  return of === project ? `of this project, ${of}` : `of ${of}`;
};
