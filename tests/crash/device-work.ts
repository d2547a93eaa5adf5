// Steps of a person and agents on one device, with what the device must hold after each.

import type { DaemonClient } from '@cairn/client/device';
import { forgetResult, importResult, saveResult, supersedeResult } from '@cairn/schema';
import { ask, askFor } from '../e2e/daemon/world.ts';

/** A memory as in a list: its text, and its mark, tags and key where it has them. */
export type Shown = string;

/** Contents of a device, by name, so that a step can say what it changes. */
export interface Held {
  readonly shown: ReadonlyMap<string, Shown>;
  /** Forgotten texts. */
  readonly gone: ReadonlySet<string>;
}

export interface Step {
  readonly name: string;
  run(client: DaemonClient, ids: Map<string, string>): Promise<unknown>;
  readonly leads: (held: Held) => Held;
}

export const NOTHING: Held = { shown: new Map(), gone: new Set() };

const shows =
  (name: string, shown: Shown) =>
  (held: Held): Held => ({
    ...held,
    shown: new Map([...held.shown, [name, shown]]),
  });
const loses =
  (name: string, ...texts: readonly string[]) =>
  ({ shown, gone }: Held): Held => ({
    shown: new Map([...shown].filter(([of]) => of !== name)),
    gone: new Set([...gone, ...texts]),
  });

/** Returns a line in the form of `listed` in check.ts. */
export const line = (
  content: string,
  more: { pinned?: boolean; tags?: string[]; key?: string } = {},
): Shown => JSON.stringify([content, more.pinned ?? false, more.tags ?? [], more.key ?? null]);

const save = (name: string, content: string, more: { tags?: string[]; key?: string } = {}): Step => ({
  name: `save ${name}`,
  run: async (client, ids) =>
    ids.set(name, (await askFor(client, saveResult, 'POST', '/v1/memories', { content, ...more })).id),
  leads: shows(name, line(content, more)),
});
const supersede = (name: string, content: string, more: { tags?: string[] } = {}): Step => ({
  name: `supersede ${name}`,
  run: async (client, ids) => {
    const path = `/v1/memories/${ids.get(name)}/supersede`;
    ids.set(name, (await askFor(client, supersedeResult, 'POST', path, { content })).id);
  },
  leads: shows(name, line(content, more)),
});
const pin = (name: string, content: string): Step => ({
  name: `pin ${name}`,
  run: (client, ids) => ask(client, 'PATCH', `/v1/memories/${ids.get(name)}`, { pinned: true }),
  leads: shows(name, line(content, { pinned: true })),
});
const tag = (name: string, content: string, tags: string[]): Step => ({
  name: `tag ${name}`,
  run: (client, ids) => ask(client, 'PATCH', `/v1/memories/${ids.get(name)}`, { addTags: tags }),
  leads: shows(name, line(content, { pinned: true, tags })),
});
const forget = (name: string, ...texts: readonly string[]): Step => ({
  name: `forget ${name}`,
  run: (client, ids) => askFor(client, forgetResult, 'POST', '/v1/forget', { ids: [ids.get(name)] }),
  leads: loses(name, ...texts),
});
const IMPORTED = Array.from({ length: 50 }, (_, at) => `Line ${at} of the harbour's log, imported`);
const bring: Step = {
  name: 'import 50',
  run: (client) =>
    askFor(client, importResult, 'POST', '/v1/import', {
      records: IMPORTED.map((content) => ({ content })),
    }),
  leads: (held) => IMPORTED.reduce((to, content) => shows(content, line(content))(to), held),
};

/** Makes a backup in the folder that `ids` names. */
const backup: Step = {
  name: 'backup',
  run: (client, ids) => ask(client, 'POST', '/v1/backup', { path: `${ids.get('home')}/copy.cairn` }),
  leads: (held) => held,
};
const restore = (lost: string): Step => ({
  name: 'restore',
  run: (client, ids) => ask(client, 'POST', '/v1/restore', { path: `${ids.get('home')}/copy.cairn` }),
  leads: loses(lost),
});

/** Steps on a device without a server. */
export const LOCAL_WORK: readonly Step[] = [
  save('tea', 'Prefers tea in the afternoon'),
  save('port', 'The gateway listens on port 4100', { tags: ['network'] }),
  save('deploy', 'Deploys go out on Tuesday', { key: 'deploy-day' }),
  save('deploy', 'Deploys go out on Thursday', { key: 'deploy-day' }),
  supersede('port', 'The gateway listens on port 4200', { tags: ['network'] }),
  pin('tea', 'Prefers tea in the afternoon'),
  tag('tea', 'Prefers tea in the afternoon', ['habits']),
  save('doomed', 'The spare key lies under the marigold'),
  forget('doomed', 'The spare key lies under the marigold'),
  bring,
  save('chain', 'The cellar code is written in heliotrope'),
  supersede('chain', 'The cellar code is written in verdigris'),
  forget('chain', 'in heliotrope', 'in verdigris'),
  backup,
  save('undone', 'Said between the copy and its return'),
  restore('undone'),
  save('last', 'The last thing that was said'),
];
