/** What this device is set to. */
import { modelTestResult, settingsPatch, settingsResult } from '@cairn/schema';
import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';

export const SETTINGS_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/v1/settings',
    summary: 'The model, the embedder, other names of projects, and agents with what is installed into them.',
    details: 'Of a key it is told whether there is one and where. What it is, is in no answer.',
    response: settingsResult,
  },
  {
    method: 'patch',
    path: '/v1/settings',
    summary: 'Another model, none, or other names of projects; written into config.json, and so from now on.',
    details:
      'While the environment of the daemon says something about the model, that is refused. A page may name no address outside of this machine that is not set already.',
    body: settingsPatch,
    response: settingsResult,
  },
  {
    method: 'post',
    path: '/v1/settings/test',
    summary: 'Asks the model for one word. The call counts like any other.',
    body: z.strictObject({}),
    response: modelTestResult,
  },
];
