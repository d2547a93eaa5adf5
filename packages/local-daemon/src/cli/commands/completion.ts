/** Scripts that complete command lines, and the names in use for them. */
import { LIMITS, ok } from '@cairn/schema';
import { ASKED, type Asked, type CommandSpec, type Run } from '../command.ts';
import { completionScript, SHELLS } from '../completion/scripts.ts';
import { completionTable } from '../completion/table.ts';
import { mapped, misuse } from '../failure.ts';
import type { Io } from '../io.ts';

export const completionOf =
  (specs: readonly CommandSpec[]): Run =>
  async (given, io) => {
    const word = given.arg(0);
    const asked = ASKED.find((one) => one === word);
    if (asked !== undefined) {
      const names = await namesOf(asked, given.arg(1), io);
      return ok({ json: { [asked]: names }, human: () => names.map((name) => `${name}\n`).join('') });
    }
    const shell = SHELLS.find((one) => one === word);
    if (shell === undefined) return misuse(`"${word}" is not one of the shells ${SHELLS.join(', ')}.`);
    const script = completionScript(shell, completionTable(specs));
    return ok({ json: { shell, script }, human: () => script });
  };

/** Completes only the newest memories. An older id can be copied. */
const IDS_MAX = 200;

/** Returns the names of a list. Starts no daemon; without one, a list of the daemon is empty. */
const namesOf = async (asked: Asked, before: string, io: Io): Promise<readonly string[]> => {
  if (asked === 'settings' || asked === 'assignments') {
    const { findSetting } = await import('../../services/settings/setting-values.ts');
    const named = asked === 'settings' ? null : findSetting(before);
    if (named === null) return (await import('../../config-table.ts')).SETTINGS.map(({ key }) => key);
    if (named.setting.key === 'projects') return namesOf('projects', '', io);
    return (await import('./config-values.ts')).wordsFor(named.setting, io);
  }
  if (asked === 'installers')
    return (await import('../../agents/installers.ts')).INSTALLERS.map(({ agent }) => agent);
  const client = await io.daemon(false);
  const listed = client.ok ? await LISTS[asked](io) : client;
  return listed.ok ? listed.value.filter(isPlain) : [];
};

const nameOrId = ({ id, name }: { readonly id: string; readonly name: string | null }): string =>
  name !== null && isPlain(name) ? name : id;

const LISTS = {
  sessions: ({ ask }: Io) =>
    mapped(ask('GET /v1/sessions', { query: {} }), ({ sessions }) => sessions.map(({ name }) => name)),
  schedules: ({ ask }: Io) =>
    mapped(ask('GET /v1/schedules', { query: { limit: LIMITS.scheduleListMax } }), ({ schedules }) =>
      schedules.map(nameOrId),
    ),
  devices: ({ ask }: Io) => mapped(ask('GET /v1/devices'), ({ devices }) => devices.map(nameOrId)),
  trash: ({ ask }: Io) => mapped(ask('GET /v1/trash'), ({ memories }) => memories.map(({ id }) => id)),
  ids: ({ ask }: Io) =>
    mapped(ask('GET /v1/memories', { query: { limit: IDS_MAX } }), ({ memories }) =>
      memories.map(({ id }) => id),
    ),
  projects: ({ ask }: Io) =>
    mapped(ask('GET /v1/stats'), ({ projects }) => projects.map(({ project }) => project ?? '')),
  tags: ({ ask }: Io) => mapped(ask('GET /v1/stats'), ({ tags }) => tags.map(({ tag }) => tag)),
  agents: ({ ask }: Io) => mapped(ask('GET /v1/stats'), ({ agents }) => agents.map(({ agent }) => agent)),
};

/** Allows no character that a shell expands: bash expands completions, and a name may come from another device. [TR-11] */
const isPlain = (name: string): boolean => /^[\p{L}\p{N}_./:@#+=,-]+$/u.test(name);
