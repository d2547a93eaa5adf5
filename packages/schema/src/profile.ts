/** The agent, the person and the person's rules. The static prompt begins with them. [CX-2] */
import * as z from 'zod';
import type { ProfileDocumentName } from './profile-fields.ts';

/** The JSON form of the rules or of the tool notes, in files and imports. */
export const documentForm = z.object({
  version: z.literal(1),
  sections: z.array(
    z.object({
      name: z.string(),
      items: z.array(z.object({ text: z.string(), enabled: z.boolean().default(true) })),
    }),
  ),
});
export type DocumentForm = z.infer<typeof documentForm>;

const profileItem = z.object({ id: z.string(), text: z.string(), enabled: z.boolean() });
export const profileDocument = z.object({
  /** Markdown in the person's own words, before the sections. */
  raw: z.string().nullable(),
  sections: z.array(z.object({ name: z.string(), items: z.array(profileItem) })),
});
export type ProfileDocument = z.infer<typeof profileDocument>;

/** Returns a document for a file: its sections in the JSON form, without the Markdown. Without sections: the Markdown, or null. */
export const documentText = ({ raw, sections }: ProfileDocument): string | null => {
  if (sections.length === 0) return raw;
  const form: DocumentForm = {
    version: 1,
    sections: sections.map(({ name, items }) => ({
      name,
      items: items.map(({ text, enabled }) => ({ text, enabled })),
    })),
  };
  return JSON.stringify(form, null, 2);
};

const fieldValue = z.union([z.string(), z.array(z.string())]);
/** Fields without a value are absent. */
export const profileSchema = z.object({
  agent: z.record(z.string(), fieldValue),
  user: z.record(z.string(), fieldValue),
  rules: profileDocument,
  tools: profileDocument,
});
export type Profile = z.infer<typeof profileSchema>;

export const profileResult = z.object({
  profile: profileSchema,
  /** G-1: the guard's changes in sentences. Absent if there are none. */
  warnings: z.array(z.string()).optional(),
});
export type ProfileResult = z.infer<typeof profileResult>;

/** The engine checks lengths, so that the message can say what to do. Null removes a value. */
export const profileFieldsInput = z.strictObject({
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.null()])),
});
export type ProfileFields = z.infer<typeof profileFieldsInput>['fields'];
export const profileItemInput = z.strictObject({
  section: z.string(),
  text: z.string(),
  enabled: z.boolean().optional(),
  /** The id of the item before which this item is placed, in the same document. Null or a deleted item: at the end of its section. */
  before: z.string().nullable().optional(),
});
export const profileItemPatch = profileItemInput.partial();
/** Replaces only the Markdown; null removes it. The items stay. */
export const profileRawInput = z.strictObject({ raw: z.string().nullable() });
/** `text`: the JSON form replaces the items and keeps the Markdown. Any other text is Markdown, and replaces both. */
export const profileDocumentInput = z.strictObject({
  text: z.string(),
  /** `raw`: the text is stored as Markdown, even if it is valid JSON. */
  as: z.enum(['auto', 'raw']).optional(),
});

export type ProfileChange =
  | { readonly kind: 'fields'; readonly fields: ProfileFields }
  | {
      readonly kind: 'item_add';
      readonly document: ProfileDocumentName;
      readonly item: z.infer<typeof profileItemInput>;
    }
  | {
      readonly kind: 'item_patch';
      readonly document: ProfileDocumentName;
      readonly id: string;
      readonly patch: z.infer<typeof profileItemPatch>;
    }
  /** SY-A10: null restores the name with which the device joined. */
  | { readonly kind: 'device_name'; readonly device: string; readonly name: string | null }
  | { readonly kind: 'raw'; readonly document: ProfileDocumentName; readonly raw: string | null }
  | { readonly kind: 'item_remove'; readonly document: ProfileDocumentName; readonly id: string }
  | {
      readonly kind: 'replace';
      readonly document: ProfileDocumentName;
      readonly text: string;
      readonly as: 'auto' | 'raw';
    };

/** Without `field`: all fields. */
export const profileHistoryInput = z.strictObject({ field: z.string().optional() });
/** Oldest first. A null `value` means that the field was removed. */
export const profileHistoryResult = z.object({
  versions: z.array(
    z.object({
      profile: z.string(),
      /** A field's name, or `item.ID` for an item. */
      field: z.string(),
      value: z.union([z.string(), z.array(z.string()), z.null()]),
      enabled: z.boolean().optional(),
      section: z.string().optional(),
      at: z.string(),
      current: z.boolean(),
    }),
  ),
});
export type ProfileHistoryResult = z.infer<typeof profileHistoryResult>;
