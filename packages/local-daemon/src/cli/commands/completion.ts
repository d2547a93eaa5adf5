/** Scripts that complete command lines, and the names of projects for them. */
import { err, ok } from '@cairn/schema';
import type { CommandSpec, Run } from '../command.ts';
import { completionScript, SHELLS } from '../completion/scripts.ts';
import { completionTable } from '../completion/table.ts';
import { failure } from '../failure.ts';

export const completionOf =
  (specs: readonly CommandSpec[]): Run =>
  async (given, io) => {
    const word = given.arg(0);
    if (word === 'projects') {
      const names = await projectNames(io);
      return ok({ json: { projects: names }, human: () => names.map((name) => `${name}\n`).join('') });
    }
    const shell = SHELLS.find((one) => one === word);
    if (shell === undefined)
      return err(failure('usage', `"${word}" is no shell that is known: ${SHELLS.join(', ')}.`));
    const script = completionScript(shell, completionTable(specs));
    return ok({ json: { shell, script }, human: () => script });
  };

/** None when no daemon runs: a key that is pressed in a shell starts nothing. */
const projectNames = async (io: Parameters<Run>[1]): Promise<readonly string[]> => {
  const client = await io.daemon(false);
  if (!client.ok) return [];
  const stats = await io.ask('GET /v1/stats');
  return stats.ok ? stats.value.projects.flatMap(({ project }) => (project === null ? [] : [project])) : [];
};
