/** Changes rules and tool notes. [PG-20] */
import type { BodyOf, ProfileDocument, ProfileDocumentName } from '@cairn/schema';
import type { Api } from '../adapters/api.ts';

export type Item = ProfileDocument['sections'][number]['items'][number] & { readonly section: string };
export type NewItem = BodyOf<'POST /v1/profile/rules/items'>;
export type ItemPatch = BodyOf<'PATCH /v1/profile/rules/items/:id'>;

/** The calls that change a document. */
export const documentCalls = (api: Api, name: ProfileDocumentName) => ({
  add: (body: NewItem) => api.ask(`POST /v1/profile/${name}/items`, { body }),
  patch: (id: string, body: ItemPatch) =>
    api.ask(`PATCH /v1/profile/${name}/items/:id`, { at: { id }, body }),
  remove: (id: string) => api.ask(`DELETE /v1/profile/${name}/items/:id`, { at: { id } }),
  setRaw: (raw: string | null) => api.ask(`PATCH /v1/profile/${name}`, { body: { raw } }),
});
export type DocumentCalls = ReturnType<typeof documentCalls>;
/** Returns why the change was refused; null if it was accepted. */
export type Change = (asked: ReturnType<DocumentCalls['add']>) => Promise<string | null>;
