/**
 * Resources: memories that a host reads without a tool. Texts are quoted as data and fit the usual budget of tokens.
 * [CX-5]
 */

import type { Answer } from '@cairn/core';
import { defined, LIMITS, type Memory, ok, orElse, refuse } from '@cairn/schema';
import type { Memories } from '../services/memories.ts';
import { fitting, shortened } from './budget.ts';
import type { CallerFacts } from './caller.ts';
import { dataBlock, memoryLine, shownMemory } from './memory-text.ts';
import { get } from './tools/get.ts';
import type { ToolDeps } from './tools/tool.ts';
import { whichProject } from './which-project.ts';

const RECENT = 'memory://recent';
const PROJECT = 'memory://project/';
const ITEM = 'memory://item/';
const MIME = 'text/markdown';
const TITLE_CHARS_MAX = 80;

export const TEMPLATES = [
  {
    uriTemplate: `${PROJECT}{id}`,
    name: 'project',
    title: 'What to know about a project',
    description: 'The block that a session in this project begins with; the id is percent-encoded',
    mimeType: MIME,
  },
  {
    uriTemplate: `${ITEM}{id}`,
    name: 'item',
    title: 'One memory',
    description: 'One memory in full, by its id',
    mimeType: MIME,
  },
];

interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: string;
}

const RECENT_RESOURCE: ListedResource = {
  uri: RECENT,
  name: 'recent',
  title: 'Recent memories',
  description: 'The newest memories, in this project and about the person',
  mimeType: MIME,
};

/**
 * Lists the newest memories of the session's project and the global ones in pages, after `memory://recent`. Returns
 * null for a foreign cursor.
 */
export const listResources = async (memories: Memories, caller: CallerFacts, cursor: string | undefined) => {
  const from = cursor === undefined ? 0 : /^\d{1,4}$/.test(cursor) ? Number(cursor) : null;
  if (from === null || from >= LIMITS.listLimitMax) return null;
  const upTo = Math.min(from + LIMITS.mcpPageMax, LIMITS.listLimitMax);
  const place = whichProject(caller, undefined, 'search');
  if (!place.ok) return place;
  const listed = await memories.list({ ...place.value, limit: upTo });
  if (!listed.ok) return listed;
  const hasMore = listed.value.total > upTo && upTo < LIMITS.listLimitMax;
  return ok({
    resources: [...(from === 0 ? [RECENT_RESOURCE] : []), ...listed.value.memories.slice(from).map(itemOf)],
    ...defined({ nextCursor: hasMore ? String(upTo) : undefined }),
  });
};

const itemOf = (memory: Memory): ListedResource => ({
  uri: `${ITEM}${memory.id}`,
  name: memory.id,
  title: shortened(shownMemory(memory).content, TITLE_CHARS_MAX),
  mimeType: MIME,
});

/** Returns the text of a resource, or an error of kind `not_found`. */
export const readResource = async (
  deps: ToolDeps,
  uri: string,
  caller: CallerFacts & { readonly signal: AbortSignal },
) => {
  const text = await textOf(deps, uri, caller);
  return text.ok ? ok({ uri, mimeType: MIME, text: text.value }) : text;
};

const textOf = async (
  deps: ToolDeps,
  uri: string,
  caller: CallerFacts & { readonly signal: AbortSignal },
): Answer<string> => {
  if (uri === RECENT) return recent(deps, caller);
  if (uri.startsWith(ITEM)) {
    const read = await get.call(deps, { id: idIn(uri, ITEM) }, { ...caller, turn: null });
    return read.ok ? ok(read.value.text) : read;
  }
  const project = uri.startsWith(PROJECT) ? idIn(uri, PROJECT) : '';
  if (project === '')
    return refuse('not_found', `There is no ${uri}. There are ${RECENT}, ${PROJECT}{id} and ${ITEM}{id}.`);
  const made = await deps.memories.context({ project, form: 'block' });
  return made.ok ? ok(made.value.text) : made;
};

const idIn = (uri: string, before: string): string => {
  const rest = uri.slice(before.length);
  return orElse(() => decodeURIComponent(rest), rest);
};

/** Returns recent memories of the session's project and global ones. */
const recent = async ({ memories, countTokens, fence }: ToolDeps, caller: CallerFacts) => {
  const place = whichProject(caller, undefined, 'search');
  if (!place.ok) return place;
  const listed = await memories.list({ ...place.value, limit: LIMITS.mcpPageMax });
  if (!listed.ok) return listed;
  const lines = listed.value.memories.map((memory) => memoryLine(shownMemory(memory)));
  if (lines.length === 0) return ok('Nothing is saved yet.');
  const { kept, left } = fitting(lines, LIMITS.mcpTokensDefault, (line) => countTokens(line) + 1);
  const more = listed.value.total - listed.value.memories.length + left;
  return ok(
    more === 0
      ? dataBlock(kept, fence)
      : `${dataBlock(kept, fence)}\n${more} more; memory_search finds them.`,
  );
};
