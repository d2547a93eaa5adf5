/** The five categories of knowledge in a conversation, and where each is kept. [X-1, M-10] */
import { normaliseKey } from '../memory/normalise-key.ts';
import { isoTime } from '../memory/to-memory.ts';
import { tellingWords } from '../search/query.ts';

export const CATEGORIES = ['preferences', 'entities', 'decisions', 'styles', 'artifacts'] as const;
export type Category = (typeof CATEGORIES)[number];

/** One item of the model's answer, unchanged. */
export interface ExtractedItem {
  readonly category: Category;
  readonly key: string;
  readonly value: string;
}

export interface Place {
  readonly namespace: string;
  readonly key: string;
}

const STYLE = 'style/';

/** Returns where to store an item. `atMs`: when it was said. A decision's key contains its day. */
export const placeOf = ({ category, key, value }: ExtractedItem, atMs: number): Place => {
  const name = fitting(normaliseKey(key)) || fitting(normaliseKey(tellingWords(value).slice(0, 4).join('-')));
  switch (category) {
    case 'preferences':
      return { namespace: 'tacit/preferences', key: name };
    case 'entities':
      return { namespace: 'entity/default', key: name };
    case 'decisions':
      return { namespace: `daily/${isoTime(atMs).slice(0, 10)}`, key: name };
    case 'styles':
      return { namespace: 'tacit/personality', key: `${STYLE}${name.replace(/^styles?\//, '')}` };
    case 'artifacts':
      return { namespace: 'tacit/artifacts', key: name };
  }
};

/** Leaves room for `style/`. */
const KEY_CHARS_MAX = 120;
const fitting = (key: string): string => shortKey(key, KEY_CHARS_MAX);

/** Cuts a key, and what joined its parts at the cut. */
export const shortKey = (key: string, charsMax: number): string =>
  [...key]
    .slice(0, charsMax)
    .join('')
    .replace(/(?<![-/])[-/]+$/, '');

/** Accepts any spelling of a category: singular, in capitals, or with a word before it. */
export const categoryOf = (name: string): Category | null => {
  const folded = name.toLowerCase().replace(/[^a-z]/g, '');
  return CATEGORIES.find((category) => NAMES[category].includes(folded)) ?? null;
};

const NAMES: Readonly<Record<Category, readonly string[]>> = {
  preferences: ['preferences', 'preference', 'userpreferences', 'userpreference'],
  entities: ['entities', 'entity', 'person', 'people', 'project', 'projects', 'place', 'places'],
  decisions: ['decisions', 'decision'],
  styles: ['styles', 'style', 'communicationstyle', 'personality'],
  artifacts: ['artifacts', 'artifact', 'artefacts', 'artefact'],
};

/** Words of a fact about one project. Other facts about a person hold everywhere. [M-8] */
const OF_THIS_PROJECT =
  /\b(?:this|the current|our) (?:project|repo(?:sitory)?|codebase|code base|app|service)\b|\b(?:in )?(?:diese[mrs]?|unser(?:em|e|er)?) (?:projekt|repo(?:sitory)?|codebase|app)\b|\b(?:ce|notre) (?:projet|d[ée]p[ôo]t|code)\b|\b(?:este|nuestro) (?:proyecto|repositorio|repo|c[óo]digo)\b|\b(?:questo|nostro) (?:progetto|repo(?:sitory)?|codice)\b|\b(?:este|esse|nosso) (?:projeto|projecto|reposit[óo]rio|c[óo]digo)\b|(?:这个|這個|本|我们的?|我們的?)(?:项目|項目|专案|專案|仓库|倉庫|代码库)|(?:この|うちの|私たちの|弊社の)(?:プロジェクト|リポジトリ|コードベース)/iu;

/** Whether the memory belongs to the session's project. Otherwise it is global. */
export const isOfProject = (category: Category | null, text: string): boolean =>
  category === 'decisions' ||
  category === 'artifacts' ||
  (category !== 'styles' && OF_THIS_PROJECT.test(text));
