/** Parses rules and tool notes: JSON of sections with items, or Markdown. [CX-2] */
import {
  type Checked,
  type DocumentForm,
  documentForm,
  LIMITS,
  ok,
  type ProfileItemValue,
  parseJson,
  type Result,
} from '@cairn/schema';
import { invalid } from '../memory/invalid-input.ts';
import { oneLine, parseOwnWords } from './own-words.ts';

export type NewItem = Pick<ProfileItemValue, 'section' | 'text' | 'enabled'>;

export type ReadDocument =
  | { readonly kind: 'items'; readonly items: readonly NewItem[]; readonly warnings: readonly string[] }
  /** Null: an empty document. */
  | { readonly kind: 'raw'; readonly raw: string | null; readonly warnings: readonly string[] };

export const readDocument = (text: string, as: 'auto' | 'raw'): Checked<ReadDocument> => {
  if (text.trim() === '') return ok({ kind: 'raw', raw: null, warnings: [] });
  if (as === 'raw' || !/^\s*\{/.test(text)) return readRaw(text, []);
  const form = formOf(text);
  return form.ok ? readItems(form.value) : readRaw(text, [form.error]);
};

const formOf = (text: string): Result<DocumentForm, string> => {
  const parsed = documentForm.safeParse(parseJson(text));
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const where =
    issue === undefined || issue.path.length === 0 ? '' : ` at ${issue.path.map(String).join('.')}`;
  return {
    ok: false,
    error: `It is not {"version":1,"sections":[{"name","items":[{"text","enabled"}]}]}${where}, so it is kept as Markdown.`,
  };
};

const parseRule = (text: string, what: string, charsMax: number) =>
  parseOwnWords(text, { what, charsMax, mayGiveOrders: true });

const readRaw = (text: string, before: readonly string[]): Checked<ReadDocument> => {
  const parsed = parseRule(text, 'The document', LIMITS.profileRawCharsMax);
  if (!parsed.ok) return parsed;
  return ok({ kind: 'raw', raw: parsed.value.text, warnings: [...before, ...parsed.value.warnings] });
};

/** Parses the items. A section without items is dropped. */
const readItems = ({ sections }: DocumentForm): Checked<ReadDocument> => {
  const items: NewItem[] = [];
  const warnings: string[] = [];
  for (const { name, items: listed } of sections)
    for (const { text, enabled } of listed) {
      const parsed = parseItem(name, text);
      if (!parsed.ok) return parsed;
      items.push({ section: parsed.value.section, text: parsed.value.text, enabled });
      warnings.push(...parsed.value.warnings);
    }
  return items.length > LIMITS.profileItemsMax
    ? tooMany(items.length)
    : ok({ kind: 'items', items, warnings });
};

export const parseItem = (
  rawSection: string,
  rawText: string,
): Checked<{ readonly section: string; readonly text: string; readonly warnings: readonly string[] }> => {
  const section = parseRule(oneLine(rawSection), 'The name of the section', LIMITS.profileSectionCharsMax);
  if (!section.ok) return section;
  const text = parseRule(oneLine(rawText), 'The item', LIMITS.profileItemCharsMax);
  if (!text.ok) return text;
  const warnings = [...section.value.warnings, ...text.value.warnings];
  return ok({ section: section.value.text, text: text.value.text, warnings });
};

export const tooMany = (count: number): ReturnType<typeof invalid> =>
  invalid(
    `A document takes ${LIMITS.profileItemsMax} items; these are ${count}. Remove some, or write them as one Markdown text.`,
  );
