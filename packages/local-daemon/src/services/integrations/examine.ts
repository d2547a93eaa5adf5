/** Checks that each installed piece exists, starts this program and is of this version. [IN-5] */
import type { AgentSettings, DoctorResult } from '@cairn/schema';
import { withOurPart } from '../../agents/file-plan.ts';
import type { Launcher, Piece, Place } from '../../agents/installer.ts';
import { foundAgents, INSTALLERS, installerOf } from '../../agents/installers.ts';
import { type ConfigFiles, textIn } from './config-files.ts';
import type { Integration } from './records.ts';

export type Check = DoctorResult['checks'][number];

export interface ExamineDeps {
  readonly files: ConfigFiles;
  readonly place: Place;
  readonly launcher: Launcher;
  readonly version: string;
}

export const examineIntegrations = (deps: ExamineDeps, all: readonly Integration[]): readonly Check[] =>
  all.map((one) => examine(deps, one));

const examine = (deps: ExamineDeps, one: Integration): Check => {
  const installer = installerOf(one.agent);
  const where = one.root === null ? '' : ` in ${one.root}`;
  const name = `${installer?.title ?? one.agent}${where}`;
  const again = `Run \`cairn install ${one.agent} --${one.scope}\`${one.root === null ? '' : ` in ${one.root}`}.`;
  const warn = (message: string, fix = again): Check => ({
    id: one.agent,
    status: 'warn',
    message: `${name}: ${message}`,
    fix,
  });
  if (installer === null) return warn('this version does not know that agent.', 'Update Cairn.');
  const missing = deps.launcher.hook.find(
    (word) => /^(?:\/|[A-Za-z]:\\)/.test(word) && !deps.files.exists(word),
  );
  if (missing !== undefined)
    return warn(`${missing} is not there, so nothing can be started.`, 'Run `npm run setup`.');
  const place = one.root === null ? deps.place : { ...deps.place, root: one.root };
  const wish = { scope: one.scope, place, launcher: deps.launcher };
  const problems = installer.pieces(wish).flatMap((piece) => problemOf(deps, piece));
  const [first] = problems;
  if (first !== undefined) {
    // Another installation would refuse the file too.
    return first.isTheirs ? warn(first.message, `Fix the file by hand. ${again}`) : warn(first.message);
  }
  if (one.version !== deps.version)
    return warn(`installed by Cairn ${one.version}, this is ${deps.version}.`);
  const awaited = installer.awaits?.(wish, textIn(deps.files));
  if (awaited != null) return warn(awaited.message, awaited.fix);
  return {
    id: one.agent,
    status: 'pass',
    message: `${name}: everything that was installed is there.`,
    fix: null,
  };
};

interface Problem {
  readonly message: string;
  /** Whether the agent's own file cannot be read or edited as it is. */
  readonly isTheirs: boolean;
}

const problemOf = ({ files }: ExamineDeps, piece: Piece): readonly Problem[] => {
  const { path } = piece;
  const found = files.read(path);
  if (found.kind === 'absent') return [{ message: `${path} is gone.`, isTheirs: false }];
  if (found.kind === 'failed') return [{ message: `${path}: ${found.reason}.`, isTheirs: true }];
  const wanted = withOurPart(piece, found.text);
  if (wanted.kind === 'refused') return [{ message: `${path}: ${wanted.reason}.`, isTheirs: true }];
  const message = `${path} no longer has what was installed, or starts another program.`;
  return wanted.text === found.text ? [] : [{ message, isTheirs: false }];
};

/**
 * Lists every agent that Cairn knows: whether it is on this machine, and the state of each installation in it. [IN-1,
 * IN-5]
 */
export const listAgents = (deps: ExamineDeps, records: readonly Integration[]): readonly AgentSettings[] => {
  const found = new Set(foundAgents(deps.place));
  return INSTALLERS.map((installer) => {
    const { agent, title } = installer;
    const installed = records
      .filter((one) => one.agent === agent)
      .flatMap((one) =>
        examineIntegrations(deps, [one]).map(({ status, message, fix }) => ({
          ...{ scope: one.scope, root: one.root, status, message, fix },
        })),
      );
    return { agent, title, found: found.has(installer), installed };
  });
};
