/** Routes of this device's settings. */
import { ON_PAGE, type Routes } from './route.ts';

export const SETTINGS_ROUTES = {
  'GET /v1/settings': {
    summary:
      'Reads the model, the embedder, other names of projects, and the agents with what is installed into them.',
    details: 'An answer says whether a key is set and where, never the key itself.',
    response: 'settingsResult',
    ...ON_PAGE,
  },
  'PATCH /v1/settings': {
    summary:
      'Sets or removes the model, or sets other names of projects. It is written into config.json and applies at once.',
    details:
      'The change is refused while the environment of the daemon sets the model. A page may only name an address on this machine, or one that is set already.',
    body: 'settingsPatch',
    response: 'settingsResult',
    ...ON_PAGE,
  },
  'POST /v1/settings/test': {
    summary: 'Asks the model for one word. The call counts like any other.',
    body: 'noInput',
    response: 'modelTestResult',
    ...ON_PAGE,
  },
} as const satisfies Routes;
