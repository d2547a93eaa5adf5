/**
 * Downloads from a hub of models with the paths of huggingface.co, which its mirrors share. A revision is resolved to a commit, which
 * gives each file's size and checksum. Files are fetched only from that commit. [F-30]
 */
import { join } from 'node:path';
import type { Answer } from '@cairn/core';
import { err, ok, parseJson, refuse, refuseInput } from '@cairn/schema';
import * as z from 'zod';
import type { ModelSource } from '../services/embedders/add-embedder.ts';
import type { ListedFile } from '../services/embedders/model-facts.ts';
import { codeOf, type DownloadOptions, download, statusProblem, unreachable } from './download.ts';

export const DEFAULT_HUB = 'https://huggingface.co';

interface HubFile extends ListedFile {
  readonly sum: { readonly kind: 'sha256' | 'blob'; readonly hex: string };
}

export interface HubWish {
  readonly hub: string;
  /** `owner/name` */
  readonly repository: string;
  readonly revision: string;
  /** The temporary folder in which the files are assembled. */
  readonly folder: string;
}

const ANSWER_MS_MAX = 30_000;
const ANSWER_CHARS_MAX = 8_000_000;
/** A hub gives at least some hundred files on a page. */
const PAGES_MAX = 100;

const revisionAnswer = z.looseObject({ sha: z.string().regex(/^[0-9a-f]{40,64}$/) });
const treeAnswer = z.array(
  z.looseObject({
    ...{ type: z.string(), path: z.string(), oid: z.string(), size: z.number().int().nonnegative() },
    lfs: z.looseObject({ oid: z.string(), size: z.number().int().nonnegative() }).optional(),
  }),
);

type Tree = z.infer<typeof treeAnswer>;

export const openHub = async (
  { hub, repository, revision, folder }: HubWish,
  options: Omit<DownloadOptions, 'onBytes'> = {},
): Answer<ModelSource<HubFile>> => {
  const api = `${hub}/api/models/${repository}`;
  const found = await ask(`${api}/revision/${encodeURIComponent(revision)}`, revisionAnswer);
  if (!found.ok) return found;
  const commit = found.value.told.sha;
  const tree = await askTree(`${api}/tree/${commit}?recursive=true`);
  if (!tree.ok) return tree;
  const files = tree.value.flatMap(({ type, path, oid, size, lfs }): readonly HubFile[] => {
    if (type !== 'file') return [];
    if (lfs === undefined) return [{ path, bytes: size, sum: { kind: 'blob', hex: oid } }];
    const hex = lfs.oid.replace(/^sha256:/, '');
    return [{ path, bytes: lfs.size, sum: { kind: 'sha256', hex } }];
  });
  return ok({
    told: { kind: 'hub', hub, repository, revision: commit },
    files,
    async bring({ name, file }, onBytes) {
      const { path, bytes, sum } = file;
      const url = `${hub}/${repository}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
      const sha256 = await download({ url, to: join(folder, name), bytes, sum }, { ...options, onBytes });
      return sha256.ok ? ok({ name, from: path, bytes, sha256: sha256.value, proof: 'hub' }) : sha256;
    },
  });
};

/** Asks for the list of all files. A hub gives a long list in pages. */
const askTree = async (url: string): Answer<Tree> => {
  const all: Tree = [];
  let query = '';
  for (let page = 0; page < PAGES_MAX; page++) {
    const part: Awaited<ReturnType<typeof ask<Tree>>> = await ask(url + query, treeAnswer);
    if (!part.ok) return part;
    all.push(...part.value.told);
    if (part.value.cursor === null) return ok(all);
    query = `&cursor=${encodeURIComponent(part.value.cursor)}`;
  }
  return refuseInput(`${new URL(url).host} lists too many files for one model.`);
};

const NEXT_LINK = /^\s*<([^>]*)>\s*;\s*rel="?next"?/i;

/** Returns the cursor of the next page. A mirror may name another host, so only the cursor is used. */
const cursorIn = (link: string | null): string | null => {
  const links = (link ?? '').split(',').map((one) => NEXT_LINK.exec(one)?.[1]);
  const next = links.find((one) => one !== undefined) ?? '';
  return URL.canParse(next, DEFAULT_HUB) ? new URL(next, DEFAULT_HUB).searchParams.get('cursor') : null;
};

const ask = async <T>(
  url: string,
  schema: z.ZodType<T>,
): Answer<{ readonly told: T; readonly cursor: string | null }> => {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX) });
    if (response.status !== 200) {
      await response.body?.cancel();
      // A hub answers 401 for an unknown model if the caller is not signed in.
      return err(statusProblem(response.status === 401 ? 404 : response.status, url));
    }
    const text = await response.text();
    const parsed = schema.safeParse(text.length > ANSWER_CHARS_MAX ? null : parseJson(text));
    return parsed.success
      ? ok({ told: parsed.data, cursor: cursorIn(response.headers.get('link')) })
      : refuse('server_unreachable', `${new URL(url).host} does not answer like a hub of models.`);
  } catch (error) {
    const isSilent = error instanceof Error && error.name === 'TimeoutError';
    const failed = unreachable(url, isSilent ? 'ETIMEDOUT' : codeOf(error));
    return err({
      ...failed,
      message: `${failed.message} A model can also come from a folder: \`cairn embedder add PATH\`.`,
    });
  }
};
