/** Profiles: who the agent is, who the person is, rules and tool notes. */
import {
  PROFILE_DOCUMENTS,
  profileDocumentInput,
  profileFieldsInput,
  profileHistoryInput,
  profileHistoryResult,
  profileItemInput,
  profileItemPatch,
  profileRawInput,
  profileResult,
} from '@cairn/schema';
import { type Endpoint, READS, WRITES } from './endpoint.ts';

const WHAT = { rules: 'rules', tools: 'tool notes' } as const;

const documentEndpoints = (document: (typeof PROFILE_DOCUMENTS)[number]): readonly Endpoint[] => [
  {
    method: 'post',
    path: `/v1/profile/${document}`,
    summary: `Replaces all of the ${WHAT[document]}.`,
    details:
      '`text` is `{"version":1,"sections":[{"name","items":[{"text","enabled"}]}]}`, or Markdown, which is kept as it is. Items that say the same stay the same items. An empty text takes everything out.',
    body: profileDocumentInput,
    response: profileResult,
    problems: ['refused', ...WRITES],
  },
  {
    method: 'patch',
    path: `/v1/profile/${document}`,
    summary: `Sets the Markdown of the ${WHAT[document]}, and leaves their items; null takes it away.`,
    body: profileRawInput,
    response: profileResult,
    problems: ['refused', ...WRITES],
  },
  {
    method: 'post',
    path: `/v1/profile/${document}/items`,
    summary: `Adds an item to a section of the ${WHAT[document]}; the same words in the same section are there once.`,
    body: profileItemInput,
    statuses: [201],
    response: profileResult,
    problems: ['refused', ...WRITES],
  },
  {
    method: 'patch',
    path: `/v1/profile/${document}/items/:id`,
    summary: 'Switches an item on or off, changes its words or section, or moves it.',
    details:
      '`before` is the item of the same document that it is to stand before; null, or one that is gone by now, puts it after all others of its section.',
    body: profileItemPatch,
    response: profileResult,
    problems: ['not_found', 'refused', ...WRITES],
  },
  {
    method: 'delete',
    path: `/v1/profile/${document}/items/:id`,
    summary: 'Takes an item away; its words stay in the history.',
    response: profileResult,
    problems: ['not_found', ...WRITES],
  },
];

export const PROFILE_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/profile',
    summary: 'Who the agent is, who the person is, the rules and the tool notes.',
    response: profileResult,
    problems: READS,
  },
  {
    method: 'patch',
    path: '/v1/profile',
    summary: 'Sets fields of the agent and the person; null takes a value away.',
    details:
      'All of them, or none when one is wrong. An unknown field is refused with the list of the known ones. `interests` takes a list, or a text with commas.',
    body: profileFieldsInput,
    response: profileResult,
    problems: ['refused', ...WRITES],
  },
  {
    method: 'get',
    path: '/v1/profile/history',
    summary: 'What fields and items said before, the oldest first, as far as this device has it.',
    details: 'With `field` one field, `rules` or `tools`.',
    query: profileHistoryInput,
    response: profileHistoryResult,
    problems: READS,
  },
  ...PROFILE_DOCUMENTS.flatMap(documentEndpoints),
];
