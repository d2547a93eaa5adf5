/** The settings of this device. */
import type { Routes } from './route.ts';

export const SETTINGS_ROUTES = {
  'GET /v1/settings': {
    summary: 'The model, the embedder, other names of projects, and agents with what is installed into them.',
    details: 'Of a key it is told whether there is one and where. What it is, is in no answer.',
    response: 'settingsResult',
    sharesStore: true,
    page: true,
  },
  'PATCH /v1/settings': {
    summary: 'Another model, none, or other names of projects; written into config.json, and so from now on.',
    details:
      'While the environment of the daemon says something about the model, that is refused. A page may name no address outside of this machine that is not set already.',
    body: 'settingsPatch',
    response: 'settingsResult',
    sharesStore: true,
    page: true,
  },
  'POST /v1/settings/test': {
    summary: 'Asks the model for one word. The call counts like any other.',
    body: 'noInput',
    response: 'modelTestResult',
    sharesStore: true,
    page: true,
  },
} as const satisfies Routes;
