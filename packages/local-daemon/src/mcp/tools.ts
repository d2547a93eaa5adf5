/** All tools, in the order in which they are listed: always the same, for prompt caches. */
import { context } from './tools/context.ts';
import { forget } from './tools/forget.ts';
import { get } from './tools/get.ts';
import { save } from './tools/save.ts';
import { search } from './tools/search.ts';
import type { Tool } from './tools/tool.ts';

export const TOOLS: readonly Tool[] = [search, save, get, forget, context];

/** As `tools/list` gives them; made at the first question. */
export const listedTools = () =>
  TOOLS.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...tool.inputSchema() },
    outputSchema: { ...tool.outputSchema() },
    annotations: { title: tool.title, ...tool.annotations },
    ...(tool.meta === undefined ? {} : { _meta: { ...tool.meta } }),
  }));
