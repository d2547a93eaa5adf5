/** The record of an embedder that a person added: `embedder.json` in its folder. It is written last. [F-30] */
import { hash } from 'node:crypto';
import * as z from 'zod';
import { type AddedModel, POOLINGS } from '../../embedder/added-model.ts';

export const EMBEDDER_FILE = 'embedder.json';
/** Words that have another meaning in `cairn embedder use`. */
const RESERVED = new Set(['built-in', 'use-lite', 'endpoint', 'off']);

export const isEmbedderName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9._-]{0,63}$/.test(name) && !RESERVED.has(name);

const numbers = z.array(z.number());

/**
 * `proof` of a file: `given` is the checksum from the person. `hub` is the checksum that the hub states with the commit. `none` is a file
 * that was copied from a folder.
 */
export const addedEmbedder = z.object({
  format: z.literal(1),
  name: z.string().refine(isEmbedderName),
  source: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('hub'), hub: z.string(), repository: z.string(), revision: z.string() }),
    z.object({ kind: z.literal('folder'), path: z.string() }),
  ]),
  files: z.array(
    z.object({
      ...{ name: z.string(), from: z.string(), bytes: z.number().int().nonnegative(), sha256: z.string() },
      proof: z.enum(['given', 'hub', 'none']),
    }),
  ),
  pooling: z.enum(POOLINGS),
  prefixes: z.object({ question: z.string(), text: z.string() }),
  tokensMax: z.number().int().min(8),
  dimensions: z.number().int().positive(),
  center: z.object({ question: numbers, text: numbers }).nullable(),
  license: z.string().nullable(),
  addedAt: z.string(),
});
export type AddedEmbedder = z.infer<typeof addedEmbedder>;
export type AddedFile = AddedEmbedder['files'][number];

export const bytesOf = ({ files }: Pick<AddedEmbedder, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns a name that differs whenever the embedder's vectors differ. */
export const modelNameOf = (embedder: AddedEmbedder): string => {
  const { pooling, prefixes, tokensMax, center }: AddedModel = embedder;
  const sums = embedder.files.map(({ name, sha256 }) => [name, sha256]);
  const all = JSON.stringify([sums, pooling, prefixes, tokensMax, center]);
  return `${embedder.name}-${hash('sha256', all).slice(0, 12)}`;
};
