/**
 * Reads a note of basic-memory, or any note with front matter. Observations (`- [category] text #tag (context)`) and relations (`- works
 * at [[Target]]`) become memories that name the note. So does every other item and paragraph. [IM-1]
 */
import { type Found, record } from './found.ts';
import type { FrontMatter } from './front-matter.ts';
import { slug, tagsOf, texts, time } from './loose.ts';
import { createNotesReader } from './notes.ts';

export const isBasicMemory = ({ fields }: FrontMatter): boolean =>
  typeof fields.permalink === 'string' ||
  (typeof fields.title === 'string' && typeof fields.type === 'string');

const AGENT = 'basic-memory';
/** Usual headings of such notes. They become no tags. */
const PARTS = new Set(['observations', 'relations', 'notes']);

export const basicMemoryFound = (
  { fields, body, line }: FrontMatter,
  fallbackTitle: string,
): readonly Found[] => {
  const title = typeof fields.title === 'string' ? fields.title : fallbackTitle;
  const own = texts.parse(fields.tags);
  const { created } = fields;
  const createdAt = time.parse(created instanceof Date ? created.toISOString() : created);
  const reader = createNotesReader((heading) => {
    const tag = slug(heading);
    return tag === null || PARTS.has(tag) || tag === slug(title) ? null : tag;
  });
  const found = body.split('\n').flatMap((one, at) => reader.line(one, at + line));
  return [...found, ...reader.end()].map((one) => {
    if (one.kind !== 'record' || typeof one.record.content !== 'string') return one;
    const under = Array.isArray(one.record.tags) ? one.record.tags : [];
    const { content, tags, isRelation } = meaningOf(one.record.content);
    return record(one.place, {
      content: `${title}${isRelation ? ' ' : ': '}${content}`,
      tags: tagsOf([...tags, ...own.map((tag) => tag.trim()), ...under]),
      createdAt,
      agent: AGENT,
    });
  });
};

const OBSERVATION = /^\[([^\][()]{1,64})\]\s+([\s\S]+)$/;
/** The box of a task is not a category. */
const BOX = /^[ x/-]$/i;
const LINK = /\[\[([^\][]+)\]\]/g;

/** `isRelation`: the content continues the title as a sentence. */
const meaningOf = (text: string) => {
  const relation = /^"?([^"[\]]{0,99}?[^\s"[\]])"?\s*\[\[([^\][]+)\]\]\s*(\([\s\S]*\))?$/.exec(text);
  if (relation !== null) {
    const [, words = '', target = '', context] = relation;
    const content = [words.replaceAll('_', ' ').trim(), target, context].filter(Boolean).join(' ');
    return { content, tags: ['relation', target], isRelation: true };
  }
  const bare = text.replace(LINK, (_, target: string) => target.split('|').at(-1) ?? target);
  const observation = OBSERVATION.exec(bare);
  const [category, said] =
    observation === null || BOX.test(observation[1] ?? '')
      ? [null, bare]
      : [observation[1], observation[2] ?? ''];
  const hashes = [...said.matchAll(HASHTAG)].map(([, tag]) => tag);
  // Tags at the end are not part of the sentence; tags within it are.
  const content = category === null || said.length > SAID_CHARS_MAX ? said : said.replace(LAST_TAGS, '');
  return { content: content.trim(), tags: tagsOf([category, ...hashes]), isRelation: false };
};

const LAST_TAGS = /(?:\s+#[\p{L}\p{N}_/-]+)+(?=\s*(?:\([^()]*\))?\s*$)/u;
/** A longer line is no observation, and matching it would take quadratic time. */
const SAID_CHARS_MAX = 4_000;
const HASHTAG = /(?:^|\s)#([\p{L}\p{N}_/-]+)/gu;
