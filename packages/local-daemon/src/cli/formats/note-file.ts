/**
 * One memory as a Markdown file with front matter that Obsidian and basic-memory understand. The body is the text; `cairn` in the front
 * matter has the rest. Imported again, it is the same memory, and an edit is recognised. [IM-7]
 */
import { hash } from 'node:crypto';
import type { Memory, PatchInput } from '@cairn/schema';
import * as z from 'zod';
import { bad, type Found, left, type NoteMarks } from './found.ts';
import { type FrontMatter, withFrontMatter } from './front-matter.ts';
import { firstOf, slug } from './loose.ts';

const VERSION = 1;
const TITLE_CHARS = 80;
const NAME_CHARS = 60;

/** `others`: the properties that a person added to the note, which stay. */
export const noteText = (memory: Memory, others: FrontMatter['fields'] = {}): string => {
  const { content, id, tags, createdAt, updatedAt, ...rest } = memory;
  const title = titleOf(content);
  return withFrontMatter(
    {
      title,
      type: 'memory',
      permalink: `cairn/${id}`,
      tags,
      created: createdAt,
      modified: updatedAt,
      ...others,
      cairn: { version: VERSION, id, text: textMark(content), ...rest },
    },
    content,
  );
};

export type NoteFolders = 'project' | 'tag';

/** Returns the path below the folder: by project or first tag, with superseded memories apart. An unchanged memory keeps its path. */
export const notePath = (
  { id, content, project, tags, supersededBy }: Memory,
  by: NoteFolders = 'project',
): string => {
  const name = firstOf(slug(titleOf(content)) ?? 'memory', NAME_CHARS);
  const group = by === 'project' ? project : ([...tags].sort()[0] ?? null);
  const folders = [
    ...(supersededBy === null ? [] : ['superseded']),
    ...(group === null ? [] : [slug(group) ?? by]),
  ];
  return [...folders, `${name}-${id.slice(-10)}.md`].join('/');
};

const titleOf = (content: string): string => {
  const [first = ''] = content.split('\n');
  const chars = [...first.replace(/^[#>\-*\s]+/, '').trim()];
  return chars.length <= TITLE_CHARS ? chars.join('') : `${chars.slice(0, TITLE_CHARS - 1).join('')}…`;
};

/** Returns 16 hex characters that show whether the body was edited. */
const textMark = (content: string): string => hash('sha256', content.trim(), 'hex').slice(0, 16);

const OUR_FIELDS = new Set(['title', 'type', 'permalink', 'tags', 'created', 'modified', 'cairn']);
const ours = z
  .object({ version: z.number(), id: z.string(), text: z.string(), supersededBy: z.string().nullish() })
  .loose();

export const isNoteFile = ({ fields }: FrontMatter): boolean => ours.safeParse(fields.cairn).success;

export interface OwnNote extends NoteMarks {
  readonly content: string;
  readonly project: unknown;
  /** Whether the body is another one than the export wrote. */
  readonly isEdited: boolean;
  readonly isSuperseded: boolean;
  /** The properties that the export did not write. */
  readonly others: FrontMatter['fields'];
}

/** Returns null if it is not a note of ours. */
export const ownNoteOf = ({ fields, body }: FrontMatter): OwnNote | null => {
  const parsed = ours.safeParse(fields.cairn);
  if (!parsed.success) return null;
  const { id, text, supersededBy, project, pinned } = parsed.data;
  return {
    ...{ id, content: body.trim(), isEdited: text !== textMark(body), project: project ?? null },
    tags: tagsIn(fields.tags),
    pinned: pinned === true,
    modified: timeText(fields.modified) ?? null,
    isSuperseded: typeof supersededBy === 'string',
    others: Object.fromEntries(Object.entries(fields).filter(([name]) => !OUR_FIELDS.has(name))),
  };
};

/** An editor may write one line with commas in place of a list, and a tag such as 2026 without quotes. */
const tagsIn = (value: unknown): readonly string[] => {
  const list: readonly unknown[] = Array.isArray(value) ? value : String(value ?? '').split(',');
  return [...new Set(list.map((tag) => String(tag ?? '').trim()).filter((tag) => tag !== ''))];
};

/**
 * Returns how a person changed the tags and the pin in a note; null if nobody did. A memory that has changed since the export differs
 * from its note anyway, so the note then says nothing.
 */
export const changeIn = (note: NoteMarks, memory: Memory): PatchInput | null => {
  if (memory.id !== note.id || memory.updatedAt !== note.modified || memory.supersededBy !== null)
    return null;
  const addTags = note.tags.filter((tag) => !memory.tags.includes(tag));
  const removeTags = memory.tags.filter((tag) => !note.tags.includes(tag));
  if (addTags.length + removeTags.length === 0 && note.pinned === memory.pinned) return null;
  return { addTags, removeTags, pinned: note.pinned };
};

/** `modifiedAt`: the time of the file, ISO 8601. */
export const noteFound = (front: FrontMatter, place: string, modifiedAt: string | null): readonly Found[] => {
  const { fields } = front;
  const parsed = ours.safeParse(fields.cairn);
  const note = ownNoteOf(front);
  if (!parsed.success || note === null) return [bad(place, 'not a note of Cairn')];
  const { version, text: _text, ...rest } = parsed.data;
  if (version > VERSION) return [bad(place, 'a newer Cairn wrote this note: update Cairn')];
  const { id, content, isEdited, project } = note;
  const record = {
    ...rest,
    content,
    tags: z
      .array(z.string())
      .catch([...note.tags])
      .parse(fields.tags),
    createdAt: timeText(fields.created),
    // Of two values of a key, the newer one counts.
    updatedAt: isEdited ? modifiedAt : timeText(fields.modified),
  };
  const known = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
  // Editing a superseded memory would also change its successors.
  if (isEdited && note.isSuperseded) return [left('edited notes of memories that were superseded')];
  if (!isEdited || typeof rest.key === 'string')
    return [{ kind: 'record', place, record: known, isBundle: true }];
  return [{ kind: 'edited', place, id, record: { content, tags: known.tags, project } }];
};

/** YAML 1.2 reads a time as text, but an edit may have changed its type. */
const timeText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : undefined;
