/** The parts of the manual page beside the commands. */
import { VERSION } from '@cairn/client/device';
import { type Manual, manualPage } from './roff.ts';

const ENVIRONMENT: Manual['environment'] = [
  [
    'CAIRN_HOME',
    'one folder for everything of this device: database, settings, keys, socket, logs; the XDG folders unless given',
  ],
  ['CAIRN_PORT', "the daemon's loopback port, 0 for any free one; 4949 unless given"],
  [
    'CAIRN_LLM_BASE_URL, CAIRN_LLM_MODEL, CAIRN_LLM_API_KEY',
    "a language model that words summaries, at any endpoint that speaks OpenAI's protocol; none unless given",
  ],
  [
    'CAIRN_EMBED_BASE_URL, CAIRN_EMBED_MODEL, CAIRN_EMBED_API_KEY',
    'the same for finding by meaning; the embedder that comes with Cairn unless given',
  ],
  ['CAIRN_EMBED', '"off": find by words only; "use-lite": by USE-lite'],
  ['CAIRN_SETUP_TOKEN', 'the token that opens the first vault of a server'],
  ['CAIRN_BYPASS', '"1": hooks do nothing'],
  ['NO_COLOR, FORCE_COLOR', 'never, or always, use colours; NO_COLOR wins'],
];

const EXIT_CODES: Manual['exitCodes'] = [
  ['0', 'it was done'],
  ['1', 'an error'],
  ['2', 'a wrong command line, or input that breaks a limit'],
  ['3', 'the daemon cannot be reached'],
  ['4', 'not allowed: a refused code or token, a revoked device'],
  ['5', 'done in part, a conflict, or not in time'],
];

export const manualOf = (groups: Manual['groups'], date: string): string =>
  manualPage({
    version: VERSION,
    date,
    about: 'One memory for all of your AI agents, on all of your devices',
    groups,
    environment: ENVIRONMENT,
    exitCodes: EXIT_CODES,
  });
