/** Routes of memories, search, context, review, summaries and documents. */
import { LIMITS } from '../limits.ts';
import {
  CHANGE,
  CHANGE_ON_PAGE,
  FIND,
  FIND_ON_PAGE,
  ON_PAGE,
  READ,
  READ_ON_PAGE,
  READS,
  type Routes,
  WRITE,
  WRITES,
} from './route.ts';

export const MEMORY_ROUTES = {
  'POST /v1/memories': {
    summary: 'Saves a memory.',
    details:
      'Saving the same words again is a `duplicate` (200), never a second memory, so a save may be repeated. With `key`, the save replaces that key’s value (`updated`). The status is 201 for a new memory. `similar` has at most 3 similar memories.',
    body: 'saveInput',
    statuses: [201, 200],
    response: 'saveResult',
    problems: ['refused', 'rate_limited', 'not_found', ...WRITES],
    sharesStore: true,
    repeatable: true,
    page: true,
  },
  'GET /v1/memories': {
    summary: 'Lists memories, the newest first.',
    details:
      '`tag` (or `tags`) may be repeated and means any of them. With `project`, lists that project and global memories; without it, all projects. `all` adds replaced memories and those held for review. `id` may be repeated, and lists only these ids, if they are in scope. `part` is the beginning or the end of ids. `since` and `until` are times; a date without a time counts whole, in UTC. `order` is `newest`, `oldest` or `changed`. `by=category` lists only memories with a key, by namespace, the last changed first. For the next page, pass `next` as `before`. `offset` skips so many. `total` counts all pages.',
    query: 'listQuery',
    response: 'listResult',
    ...READ_ON_PAGE,
  },
  'GET /v1/memories/times': {
    summary:
      'Counts the memories of a list by the quarter of an hour in which they were made, the newest first.',
    details:
      'Takes the filters of the list, but ignores its parameters for pages. A reader can sum the quarters to days of any time zone.',
    query: 'listQuery',
    response: 'timesResult',
    ...READ_ON_PAGE,
  },
  'GET /v1/memories/by-key': {
    summary: 'Reads the memory that has a key.',
    details:
      'Without `namespace`, takes the newest of all namespaces; without `project`, of all projects. The project `global` is none.',
    query: 'byKeyInput',
    response: 'getResult',
    ...FIND,
  },
  'GET /v1/memories/:id': {
    summary: 'Reads one memory. The id of an older version gives the present one.',
    response: 'getResult',
    ...FIND_ON_PAGE,
  },
  'GET /v1/memories/:id/history': {
    summary: 'Lists every version of a memory, the oldest first.',
    response: 'historyResult',
    ...FIND_ON_PAGE,
  },
  'PATCH /v1/memories/:id': {
    summary: 'Pins, unpins, adds and removes tags.',
    body: 'patchInput',
    response: 'memoryResult',
    ...CHANGE_ON_PAGE,
  },
  'POST /v1/memories/:id/supersede': {
    summary: 'Replaces what a memory says; the old version stays in its history.',
    body: 'supersedeInput',
    response: 'supersedeResult',
    problems: ['not_found', 'refused', 'rate_limited', ...WRITES],
    ...ON_PAGE,
  },
  'POST /v1/memories/:id/move': {
    summary:
      'Moves a memory to another project; `null` is no project. Its words, author and day stay, but it gets a new id.',
    body: 'moveInput',
    response: 'supersedeResult',
    ...CHANGE,
  },
  'DELETE /v1/memories/:id': {
    summary: 'Forgets a memory with its history, here at once and on every device with the next sync.',
    response: 'forgetResult',
    ...CHANGE,
  },
  'POST /v1/forget': {
    summary: 'Forgets several memories, or the one that has a key.',
    details:
      '`notFound` names the unknown ids; it is an error only if all are unknown. A key without `namespace` is forgotten in all namespaces. A key that several projects have needs `project`, else nothing is forgotten; null is no project. With `trash`, a copy stays on this device for 30 days.',
    body: 'forgetInput',
    response: 'forgetResult',
    ...CHANGE_ON_PAGE,
    repeatable: true,
  },
  'GET /v1/trash': {
    summary: 'Lists the memories in the trash of this device: forgotten here within 30 days.',
    details: 'At most 1,000, the newest first; `total` counts all.',
    response: 'removedResult',
    ...READ_ON_PAGE,
  },
  'POST /v1/trash/restore': {
    summary: 'Saves memories of the trash again, as new memories.',
    details: 'Without `ids`: all. `skipped`: keys that have a value again.',
    body: 'removedInput',
    response: 'removedRestored',
    ...CHANGE_ON_PAGE,
  },
  'POST /v1/trash/empty': {
    summary: 'Erases memories of the trash for good, at once.',
    details: 'Without `ids`: all.',
    body: 'removedInput',
    response: 'removedEnded',
    ...CHANGE_ON_PAGE,
  },
  'POST /v1/search': {
    summary: 'Finds memories, indexed documents and transcripts.',
    details:
      '`query` has no syntax: all of it is words to find. With `fts`, it has the operators AND, OR and NOT, brackets and quoted phrases. `asOf`, `since` and `until` are times; a date without a time counts whole, in UTC. Scores are from 0 to 1. `textScore` or `vectorScore` is null if that search did not run. `tookMs` is milliseconds.',
    body: 'searchInput',
    response: 'searchResult',
    ...FIND_ON_PAGE,
    repeatable: true,
  },
  'POST /v1/why': {
    summary:
      'Finds the memories behind a line that an agent was given, and the sentence that each was learned from.',
    details:
      '`text` is an id, or a line of a context block, a prompt or a summary. The line may be whole, shortened or with its bullet. If no memory has it, the answer is `not_found`. It does not count as use.',
    body: 'whyInput',
    response: 'whyResult',
    ...FIND_ON_PAGE,
    repeatable: true,
  },
  'GET /v1/context': {
    summary: 'Makes the context block of a new session, as text with its cost in tokens.',
    details:
      'Without `query`, it waits at most 1.5 s for changes of other devices. With `query`, it gives only memories that are relevant to that prompt, or nothing. With `session`, it gives nothing twice.',
    query: 'contextQuery',
    response: 'contextResult',
    ...READ_ON_PAGE,
  },
  'POST /v1/context': {
    summary:
      'Does the same as `GET /v1/context`, for a `query` that is too long or too private for an address.',
    details: 'The first 2,000 characters of `query` count.',
    body: 'contextInput',
    response: 'contextResult',
    ...READ,
    repeatable: true,
  },
  'POST /v1/context/prompt': {
    summary:
      'Makes the whole prompt for an agent that has no host: a static part for the system prompt, a suffix, and its messages.',
    details:
      '`static` has the same bytes until its material changes, and then gets another `etag`. `slots` are the caller’s own texts for the parts of the prompt. Old tool results among `messages` are pruned so that all fits `maxTokens`. Steering comes last; it is for this one call and never kept. A `session` without messages adds nothing, and `notes` name it. [docs/prompt.md](prompt.md) has the order.',
    body: 'promptInput',
    bodyBytesMax: LIMITS.daemonBodyBytesMax,
    response: 'promptResult',
    ...READ,
    repeatable: true,
  },
  'GET /v1/context/days': {
    summary:
      'Lists the days on which the context of a project’s new sessions changed, and the changes between two of them.',
    query: 'contextDaysInput',
    response: 'contextDaysResult',
    ...ON_PAGE,
  },
  'GET /v1/context/heartbeat': {
    summary:
      'Lists the open tasks of HEARTBEAT.md in a workspace, or else in the folder of Cairn’s settings.',
    query: 'heartbeatInput',
    response: 'heartbeatResult',
    sharesStore: true,
  },
  'GET /v1/branches/memories': {
    summary: 'Lists the memories that were saved on this device while somebody worked on a branch of git.',
    details:
      'Without `branch`, it takes the branch that is checked out in `cwd`. A memory is on one branch, the last one noted, so `base` is only repeated in the answer. An answer has the newest 500 memories, and `more` says whether older ones were left out. For an unknown branch, the answer is `not_found` and names the known ones.',
    query: 'branchMemoriesInput',
    response: 'branchMemoriesResult',
    ...FIND,
  },
  'GET /v1/review': {
    summary: 'Lists the memories that a person or an agent should look at: held, contradicting, out of date.',
    query: 'reviewInput',
    response: 'reviewResult',
    problems: READS,
    page: true,
  },
  'POST /v1/review/:id': {
    summary: 'Decides about a memory of the review.',
    body: 'reviewDecision',
    response: 'reviewed',
    problems: ['not_found', ...WRITES],
    page: true,
  },
  'POST /v1/summaries': {
    summary: 'Summarises memories that have no summary, and returns all current summaries.',
    body: 'summariseInput',
    response: 'summariesResult',
    page: true,
  },
  'GET /v1/summaries': {
    summary: 'Lists the current summaries, each sentence with the memories that it comes from.',
    response: 'summariesRead',
    page: true,
  },
  'POST /v1/summaries/compact': {
    summary: 'Merges summaries that are due for it.',
    body: 'compactInput',
    response: 'summariesResult',
  },
  'POST /v1/documents': {
    summary: 'Makes a text file searchable on this device.',
    details: 'The status is 201 if the file is new or has changed.',
    body: 'documentInput',
    bodyBytesMax: 2 * LIMITS.documentBytesMax,
    statuses: [201, 200],
    response: 'documentResult',
    ...WRITE,
    repeatable: true,
  },
  'GET /v1/documents': {
    summary: 'Lists the files that are searchable.',
    response: 'sourcesResult',
    sharesStore: true,
  },
  'POST /v1/documents/folders': {
    summary: 'Registers an indexed folder. The daemon then indexes its new files.',
    body: 'folderInput',
    statuses: [201],
    response: 'folderResult',
    ...WRITE,
  },
  'DELETE /v1/documents/folders': {
    summary: 'Stops indexing new files of this folder and those below it. Indexed files stay.',
    query: 'foldersQuery',
    response: 'foldersRemoved',
    ...WRITE,
  },
  'DELETE /v1/documents/:id': {
    summary: 'Takes a file out of the index.',
    response: 'forgetSourceResult',
    ...CHANGE,
  },
  'POST /v1/transcripts': {
    summary:
      'Makes the turns of a session searchable on this device. Turns that were sent before are skipped.',
    details:
      'With `learn`, the daemon also extracts memories from the turns, after the answer; `learn` of the answer says from how many. With `dryRun`, nothing is written, and no model is asked.',
    body: 'cappedTranscript',
    bodyBytesMax: LIMITS.daemonBodyBytesMax,
    response: 'transcriptResult',
    ...WRITE,
  },
  'GET /v1/transcripts': {
    summary: 'Lists the sessions that are searchable.',
    response: 'sourcesResult',
    sharesStore: true,
  },
  'DELETE /v1/transcripts/:id': {
    summary: 'Takes a session out of the index.',
    response: 'forgetSourceResult',
    ...CHANGE,
  },
  'POST /v1/hooks/:agent/:event': {
    summary:
      "Takes the input of an agent's hook, in the agent's own format. The answer is the hook's output; 204 means no output.",
    query: 'hookQuery',
    body: 'anyJson',
    bodyBytesMax: 2 * LIMITS.hookInputBytesMax,
    statuses: [200, 204],
    response: 'anyJson',
    ...CHANGE,
  },
} as const satisfies Routes;
