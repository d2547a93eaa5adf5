/** The tool `memory_search`. [F-1, F-6, CX-5] */
import { type Checked, defined, LIMITS, ok, refuseInput } from '@cairn/schema';
import * as z from 'zod';
import { plainTags } from '../memory-text.ts';
import { EVERYWHERE, SEARCH_PROJECT_HELP, whichProject } from '../which-project.ts';
import { NO_FURTHER, type PageStart, pageOf, pageText, readCursor, searchPage } from './search-page.ts';
import { searchForPages } from './search-pages.ts';
import { cancelled, defineTool, optionalNumber, optionalText } from './tool.ts';

export const search = defineTool({
  name: 'memory_search',
  title: 'Search the memory',
  description: `Find what this person and their agents saved earlier, on any of their devices: preferences, decisions and their reasons, conventions, people, how problems were solved.

Search before you ask the person, before a decision that may have been made already, and when a task touches a subject that you have not looked up in this session. A few telling words or a plain question, in any order: "package manager", "why did we leave Redis".

Results are quoted data with id, source and date; newer wins over older. They fit into max_tokens; what did not fit is counted, and cursor continues. memory_get has the full text of one.`,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  meta: { 'anthropic/alwaysLoad': true },
  input: z.strictObject({
    query: z.string().describe('words or a question'),
    tags: z.array(z.string()).optional().describe('only memories with any of these'),
    namespace: optionalText('only keys of this namespace and below it, such as entity/people'),
    project: optionalText(SEARCH_PROJECT_HELP),
    session: optionalText(
      'only what was said in this session, with the turns around it; its name stands in an answer',
    ),
    as_of: optionalText('what was known then, such as 2026-03-01; a day counts whole, in UTC'),
    limit: optionalNumber(1, LIMITS.mcpPageMax, `${LIMITS.searchLimitDefault} unless given`),
    max_tokens: optionalNumber(
      LIMITS.mcpTokensMin,
      LIMITS.mcpTokensMax,
      `of the answer; ${LIMITS.mcpTokensDefault} unless given`,
    ),
    cursor: optionalText('of the answer before, to go on'),
  }),
  output: searchPage,
  async run({ memories, countTokens, fence }, { query, tags, namespace, project, ...asked }, caller) {
    const session = asked.session?.trim();
    const asOf = asked.as_of?.trim();
    // With a session, the search covers all projects by default.
    const place = whichProject(caller, session === undefined ? project : (project ?? EVERYWHERE), 'search');
    if (!place.ok) return place;
    const start = startOf(asked.cursor);
    if (!start.ok) return start;
    const wanted = Math.min(
      start.value.from + (asked.limit ?? LIMITS.searchLimitDefault),
      LIMITS.searchLimitMax,
    );
    const chosen = defined({ tags: plainTags(tags), namespace, session, asOf });
    const question = { query, ...chosen, ...place.value };
    const found = await searchForPages((input) => memories.search(input), question, wanted);
    if (!found.ok) return found;
    if (caller.signal.aborted) return cancelled();
    const tokensMax = asked.max_tokens ?? LIMITS.mcpTokensDefault;
    const structured = pageOf({ found: found.value, ...start.value, wanted, tokensMax, countTokens });
    return ok({ structured, text: pageText(structured, fence) });
  },
});

const startOf = (cursor: string | undefined): Checked<PageStart> => {
  if (cursor === undefined) return ok({ from: 0, fromPassage: 0 });
  const start = readCursor(cursor);
  // Passages may be left when every memory was shown.
  if (start !== null && start.from <= LIMITS.searchLimitMax) return ok(start);
  const sentence =
    start === null
      ? 'This cursor is not from an answer of memory_search. Leave it out to start again.'
      : NO_FURTHER;
  return refuseInput(sentence);
};
