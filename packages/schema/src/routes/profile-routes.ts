/** Routes of profiles: the agent, the person, rules and tool notes. */
import { CHANGE_ON_PAGE, ON_PAGE, READ_ON_PAGE, type Routes, SAVE_ON_PAGE, WRITES } from './route.ts';

const whole = (what: string) =>
  ({
    summary: `Replaces the ${what}.`,
    details:
      '`text` is `{"version":1,"sections":[{"name","items":[{"text","enabled"}]}]}`, or Markdown, which is kept as it is. JSON replaces the items and keeps the Markdown. Markdown replaces both. Items with the same words keep their ids. An empty text removes everything.',
    body: 'profileDocumentInput',
    response: 'profileResult',
    problems: ['refused', ...WRITES],
    sharesStore: true,
  }) as const;
const raw = (what: string) =>
  ({
    summary: `Sets the Markdown of the ${what}, and leaves their items; null removes the Markdown.`,
    body: 'profileRawInput',
    response: 'profileResult',
    ...SAVE_ON_PAGE,
  }) as const;
const added = (what: string) =>
  ({
    summary: `Adds an item to a section of the ${what}. The same words are not added twice to a section.`,
    body: 'profileItemInput',
    statuses: [201],
    response: 'profileResult',
    ...SAVE_ON_PAGE,
  }) as const;
const CHANGED = {
  summary: 'Switches an item on or off, changes its words or section, or moves it.',
  details:
    '`before` is the item of the same document before which it is put. Null or a deleted item puts it at the end of its section.',
  body: 'profileItemPatch',
  response: 'profileResult',
  problems: ['not_found', 'refused', ...WRITES],
  ...ON_PAGE,
} as const;
const TAKEN = {
  summary: 'Removes an item; its words stay in the history.',
  response: 'profileResult',
  ...CHANGE_ON_PAGE,
} as const;

export const PROFILE_ROUTES = {
  'GET /v1/profile': {
    summary: 'Reads the fields of the agent and the person, the rules and the tool notes.',
    response: 'profileResult',
    ...READ_ON_PAGE,
  },
  'PATCH /v1/profile': {
    summary: 'Sets fields of the agent and the person; null takes a value away.',
    details:
      'If one field is wrong, none is set. An unknown field is refused with the list of the known ones. `interests` takes a list, or a text with commas.',
    body: 'profileFieldsInput',
    response: 'profileResult',
    ...SAVE_ON_PAGE,
  },
  'GET /v1/profile/history': {
    summary: 'Lists earlier texts of fields and items, the oldest first, as far as this device has them.',
    details: '`field` selects one field, `rules` or `tools`.',
    query: 'profileHistoryInput',
    response: 'profileHistoryResult',
    ...READ_ON_PAGE,
  },
  'POST /v1/profile/rules': whole('rules'),
  'PATCH /v1/profile/rules': raw('rules'),
  'POST /v1/profile/rules/items': added('rules'),
  'PATCH /v1/profile/rules/items/:id': CHANGED,
  'DELETE /v1/profile/rules/items/:id': TAKEN,
  'POST /v1/profile/tools': whole('tool notes'),
  'PATCH /v1/profile/tools': raw('tool notes'),
  'POST /v1/profile/tools/items': added('tool notes'),
  'PATCH /v1/profile/tools/items/:id': CHANGED,
  'DELETE /v1/profile/tools/items/:id': TAKEN,
} as const satisfies Routes;
