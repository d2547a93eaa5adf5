/** Profiles: who the agent is, who the person is, rules and tool notes. */
import { READS, type Routes, WRITES } from './route.ts';

const whole = (what: string) =>
  ({
    summary: `Replaces all of the ${what}.`,
    details:
      '`text` is `{"version":1,"sections":[{"name","items":[{"text","enabled"}]}]}`, or Markdown, which is kept as it is. Items that say the same stay the same items. An empty text takes everything out.',
    body: 'profileDocumentInput',
    response: 'profileResult',
    problems: ['refused', ...WRITES],
    sharesStore: true,
  }) as const;
const raw = (what: string) =>
  ({
    summary: `Sets the Markdown of the ${what}, and leaves their items; null takes it away.`,
    body: 'profileRawInput',
    response: 'profileResult',
    problems: ['refused', ...WRITES],
    sharesStore: true,
    page: true,
  }) as const;
const added = (what: string) =>
  ({
    summary: `Adds an item to a section of the ${what}; the same words in the same section are there once.`,
    body: 'profileItemInput',
    statuses: [201],
    response: 'profileResult',
    problems: ['refused', ...WRITES],
    sharesStore: true,
    page: true,
  }) as const;
const CHANGED = {
  summary: 'Switches an item on or off, changes its words or section, or moves it.',
  details:
    '`before` is the item of the same document that it is to stand before; null, or one that is gone by now, puts it after all others of its section.',
  body: 'profileItemPatch',
  response: 'profileResult',
  problems: ['not_found', 'refused', ...WRITES],
  sharesStore: true,
  page: true,
} as const;
const TAKEN = {
  summary: 'Takes an item away; its words stay in the history.',
  response: 'profileResult',
  problems: ['not_found', ...WRITES],
  sharesStore: true,
  page: true,
} as const;

export const PROFILE_ROUTES = {
  'GET /v1/profile': {
    summary: 'Reads the fields of the agent and the person, the rules and the tool notes.',
    response: 'profileResult',
    problems: READS,
    sharesStore: true,
    page: true,
  },
  'PATCH /v1/profile': {
    summary: 'Sets fields of the agent and the person; null takes a value away.',
    details:
      'All of them, or none when one is wrong. An unknown field is refused with the list of the known ones. `interests` takes a list, or a text with commas.',
    body: 'profileFieldsInput',
    response: 'profileResult',
    problems: ['refused', ...WRITES],
    sharesStore: true,
    page: true,
  },
  'GET /v1/profile/history': {
    summary: 'Lists earlier texts of fields and items, the oldest first, as far as this device has them.',
    details: 'With `field` one field, `rules` or `tools`.',
    query: 'profileHistoryInput',
    response: 'profileHistoryResult',
    problems: READS,
    sharesStore: true,
    page: true,
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
