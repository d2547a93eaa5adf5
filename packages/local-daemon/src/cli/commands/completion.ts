/** Scripts that complete command lines, and the names in use for them. */
import { exhaustive, LIMITS, ok } from '@cairn/schema';
import type { CommandSpec, Run } from '../command.ts';
import { completionScript, SHELLS } from '../completion/scripts.ts';
import { ASKED, type Asked, completionTable } from '../completion/table.ts';
import { misuse } from '../failure.ts';
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
  if (!client.ok) return [];
  if (asked === 'sessions') {
    const listed = await io.ask('GET /v1/sessions', { query: {} });
    return listed.ok ? listed.value.sessions.map(({ name }) => name).filter(isPlain) : [];
  }
  if (asked === 'schedules') {
    const listed = await io.ask('GET /v1/schedules', { query: { limit: LIMITS.scheduleListMax } });
    return listed.ok
      ? listed.value.schedules.map(({ id, name }) => (isPlain(name ?? '') ? (name ?? id) : id))
      : [];
  }
  if (asked === 'devices') {
    const listed = await io.ask('GET /v1/devices');
    return listed.ok ? listed.value.devices.map(({ id, name }) => (isPlain(name) ? name : id)) : [];
  }
  if (asked === 'trash') {
    const listed = await io.ask('GET /v1/trash');
    return listed.ok ? listed.value.memories.map(({ id }) => id) : [];
  }
  if (asked === 'ids') {
    const listed = await io.ask('GET /v1/memories', { query: { limit: IDS_MAX } });
    return listed.ok ? listed.value.memories.map(({ id }) => id) : [];
  }
  const stats = await io.ask('GET /v1/stats');
  if (!stats.ok) return [];
  const { projects, tags, agents } = stats.value;
  switch (asked) {
    case 'projects':
      return projects.flatMap(({ project }) => project ?? []).filter(isPlain);
    case 'tags':
      return tags.map(({ tag }) => tag).filter(isPlain);
    case 'agents':
      return agents.map(({ agent }) => agent).filter(isPlain);
    default:
      return exhaustive(asked);
  }
};

/** Allows no character that a shell expands: bash expands completions, and a name may come from another device. [TR-11] */
const isPlain = (name: string): boolean => /^[\p{L}\p{N}_./:@#+=,-]+$/u.test(name);
