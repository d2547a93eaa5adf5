/** `cairn uninstall --all`: removes Cairn from this device, and nothing that Cairn did not make. [OP-19] */
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { err, ok, type Result } from '@cairn/schema';
import { dataFiles, deleteData, scopesIn, shellFiles, shellLines } from '../../adapters/own-files.ts';
import { type ProgramPlace, programPlace } from '../../adapters/program-place.ts';
import { installerOf } from '../../agents/installers.ts';
import { createIntegrationDeps } from '../../composition/integrations.ts';
import { createIntegrations } from '../../services/integrations/integrations.ts';
import type { Integration } from '../../services/integrations/records.ts';
import { ask, confirm, output } from '../ask.ts';
import { givenTexts, type ParsedArgs, type Run } from '../command.ts';
import { configuredStoreUrl } from '../configured-store.ts';
import { type Answer, type Failure, failure, failureOf, mapped, misuse, UNCHANGED } from '../failure.ts';
import type { Io } from '../io.ts';
import { wrapCells } from '../output/cells.ts';
import { count, memories } from '../output/short-time.ts';
import { isWithin, realPath } from '../real-path.ts';
import { printable } from '../style.ts';
import { down } from './daemon.ts';
import { exportAll, takenPlace } from './export.ts';
import { systemServiceOf } from './service.ts';
import { leave } from './vault.ts';

/** `file`: the path of the export; null for none. */
interface DataWish {
  readonly file: string | null;
  readonly isDeleted: boolean;
}

export const uninstallAll: Run = async (given, io) => {
  const problem = wrongWords(given);
  if (problem !== null) return misuse(problem);
  const taken = takenBy(given.text('export'), io) ?? unsafeDelete(wishIn(given), io);
  if (taken !== null) return err(taken);
  const found = await lookAround(io);
  const isDry = given.flag('dry-run');
  const wish = isDry ? ok(wishIn(given)) : await askWish(given, io);
  if (!wish.ok) return wish;
  const unsafe = unsafeDelete(wish.value, io);
  if (unsafe !== null) return err(unsafe);
  const steps = stepsOf(found, wish.value, io);
  const planned = steps.map(({ text }) => text);
  const ending = endingOf(found, wish.value, io);
  if (isDry)
    return ok({
      json: { planned, done: [], left: [] },
      human: () => listText('This would be done', planned),
      notes: ending,
    });
  const question = `${listText('This will be done', planned)}\nTake Cairn off this device?`;
  const asked = await confirm(given, io, question);
  return asked.ok ? carryOut(steps, found, ending, given, io) : asked;
};

const wrongWords = (given: ParsedArgs): string | null => {
  if (given.args.length > 0 || given.flag('user') || given.flag('project'))
    return '--all means every agent, in every place: leave AGENT, --user and --project out.';
  if (given.flag('keep-data') && given.flag('delete-data'))
    return 'Give --keep-data or --delete-data, not both.';
  const file = given.text('export')?.trim();
  if (file === '') return '--export: the file is missing.';
  return file === '-' ? '--export: name a file, which stays when Cairn is gone.' : null;
};

/**
 * Returns why the data may not be deleted; null if they may. A folder may contain the home folder, there may be scopes, which an export
 * does not have, or the export would be in a folder that is deleted.
 */
const unsafeDelete = ({ file, isDeleted }: DataWish, io: Io): Failure | null => {
  if (!isDeleted) return null;
  const home = realPath(homedir());
  const shared = io.paths.folders.map(realPath).find((folder) => isWithin(home, folder));
  if (shared !== undefined)
    return failure(
      'usage',
      `${shared} holds more than Cairn's data, so nothing in it is deleted. Leave --delete-data out, then delete by hand: ${dataFiles(io.paths).join(', ')}.`,
    );
  const scopes = scopesIn(io.paths);
  if (scopes.length > 0)
    return failure(
      'usage',
      `Scopes hold memories of their own: ${scopes.join(', ')}. For each, run \`cairn --scope NAME export -o FILE\`, then \`cairn scope remove NAME\`. Nothing was changed.`,
    );
  const place = file === null ? null : realPath(dirname(resolve(io.cwd, file)));
  const lost =
    place === null ? undefined : io.paths.folders.map(realPath).find((one) => isWithin(place, one));
  return lost === undefined
    ? null
    : failure('usage', `--export: ${lost} is in the folder that is deleted. Choose a file elsewhere.`);
};

const takenBy = (file: string | undefined, io: Io): Failure | null =>
  file === undefined ? null : takenPlace(resolve(io.cwd, file));

const wishIn = (given: ParsedArgs): DataWish => ({
  file: given.text('export') ?? null,
  isDeleted: given.flag('delete-data'),
});

type Found = Awaited<ReturnType<typeof lookAround>>;

/** `vault`: its id, and the number of changes not sent yet. `memories`: null if the daemon could not be asked. */
const lookAround = async (io: Io) => {
  const hasData = dataFiles(io.paths).length > 0;
  // `ask` starts the daemon if it does not run. Without data there is nothing to ask.
  const running = await io.daemon(false);
  const status = hasData ? await io.ask('GET /v1/status') : null;
  const { state } = systemServiceOf(io).state();
  const asked = status?.ok ? status.value : null;
  return {
    installed: createIntegrationDeps(io).records.read(),
    shell: shellFiles(io.env),
    service: state === 'installed' || state === 'other',
    daemon: running.ok || asked !== null,
    vault: asked?.sync.vault == null ? null : { id: asked.sync.vault, unsent: asked.sync.pending },
    memories: asked?.store.memories ?? (hasData ? null : 0),
    store: configuredStoreUrl(io),
    program: programPlace(),
  };
};

/** Returns what to do with the data. Asks on a terminal if no option says it. Otherwise the data stay. */
const askWish = async (given: ParsedArgs, io: Io): Answer<DataWish> => {
  const isSaid = given.flag('keep-data') || given.flag('delete-data') || given.text('export') !== undefined;
  if (isSaid || given.flag('yes') || !io.canAsk) return ok(wishIn(given));
  const message = `What should happen to the memories in ${printable(io.paths.home)}?`;
  const options = [
    { value: 'keep', label: 'Keep them where they are' },
    { value: 'export', label: 'Export them to a file, then delete them' },
    { value: 'delete', label: 'Delete them' },
  ];
  const chosen = await ask(({ select }) => select({ message, options, output }));
  if (!chosen.ok) return chosen;
  if (chosen.value !== 'export') return ok({ file: null, isDeleted: chosen.value === 'delete' });
  const initialValue = 'cairn-export.ndjson';
  const named = await ask(({ text }) => text({ message: 'Which file?', initialValue, output }));
  const file = named.ok ? named.value?.trim() : '';
  if (!file) return UNCHANGED;
  const taken = takenBy(file, io);
  return taken === null ? ok({ file, isDeleted: true }) : err(taken);
};

interface Step {
  readonly text: string;
  /** Runs only if no earlier step failed, because a repeated run needs the records that this step deletes. */
  readonly isLast?: true;
  /** If this step leaves something, the last step still runs. */
  readonly isLenient?: true;
  /** Returns what could not be done; empty if everything was. */
  run(): Answer<readonly string[]> | Result<readonly string[], Failure>;
}

const DONE = ok<readonly string[]>([]);

/** The order matters: nothing is deleted before the export is complete, and hooks are removed before they could start the daemon again. */
const stepsOf = (found: Found, { file, isDeleted }: DataWish, io: Io): readonly Step[] => [
  ...(file === null ? [] : [exportStep(file, found, io)]),
  ...found.installed.map((one) => agentStep(one, io)),
  ...(found.service ? [serviceStep(io)] : []),
  ...(found.daemon ? [daemonStep(io)] : []),
  ...found.shell.map(fileStep),
  ...(isDeleted ? [deleteStep(found, io)] : []),
];

const fileStep = (path: string): Step => ({
  text: `remove ${path}`,
  run: () => {
    rmSync(path, { force: true });
    return DONE;
  },
});

const exportStep = (file: string, found: Found, io: Io): Step => ({
  text: `export ${found.memories === null ? 'the memories' : memories(found.memories)} to ${resolve(io.cwd, file)}`,
  run: () => mapped(exportAll(givenTexts({ output: file }), io), () => []),
});

const agentStep = ({ agent, scope, root }: Integration, io: Io): Step => {
  const installer = installerOf(agent);
  return {
    text: `take Cairn out of ${installer?.title ?? agent}${root === null ? '' : ` in ${root}`}`,
    run: () => {
      if (installer === null) return ok([`This version does not know ${agent}, which was installed.`]);
      const deps = createIntegrationDeps(io);
      const place = root === null ? deps.place : { ...deps.place, root };
      return ok(createIntegrations({ ...deps, place }).uninstall(installer, scope, false).failures);
    },
  };
};

const serviceStep = (io: Io): Step => ({
  text: 'remove the service that starts the daemon',
  isLenient: true,
  run: () => {
    const done = systemServiceOf(io).uninstall();
    if (!done.ok) return err(failureOf(done.error));
    return ok(done.value.notStarted === null ? [] : [done.value.notStarted]);
  },
});

const daemonStep = (io: Io): Step => ({
  text: 'stop the daemon',
  run: () => mapped(down(givenTexts(), io), () => []),
});

const deleteStep = (found: Found, io: Io): Step => ({
  isLast: true,
  text: `delete ${found.store === null ? (found.memories === null ? 'all memories' : memories(found.memories)) : 'all files of Cairn'}, with keys, copies, settings and logs, in ${io.paths.home}${io.paths.config.startsWith(io.paths.home) ? '' : ' and the other folders of Cairn'}`,
  run: () => {
    const rest = deleteData(io.paths);
    if (rest.length > 0 && !io.json) io.note(`Not made by Cairn, so it stays: ${rest.join(', ')}.`);
    return DONE;
  },
});

const carryOut = async (
  steps: readonly Step[],
  found: Found,
  ending: readonly string[],
  given: ParsedArgs,
  io: Io,
): ReturnType<Run> => {
  const isLeavingAsked = io.canAsk && !given.flag('yes');
  // `leave` explains itself and asks. After a no, the device stays on the list.
  const left = found.vault !== null && isLeavingAsked ? await leave(given, io) : null;
  if (left !== null && !left.ok && left.error.kind !== 'cancelled') return left;
  const done: string[] = [];
  const open: string[] = [];
  let isHeldUp = false;
  for (const step of steps) {
    if (step.isLast && isHeldUp) {
      open.push('The data stay, because a step failed. Fix the problem, then run this again.');
      continue;
    }
    const ran = await step.run();
    if (!ran.ok && done.length + open.length === 0) return ran;
    if (ran.ok && ran.value.length === 0) done.push(step.text);
    else {
      open.push(...(ran.ok ? ran.value : [ran.error.message]));
      isHeldUp ||= !ran.ok || step.isLenient !== true;
    }
  }
  const hasLeft = left?.ok === true;
  return ok({
    json: { planned: steps.map(({ text }) => text), done, left: open },
    human: (style) => {
      const room = style.width === null ? null : style.width - 2;
      const lines = done.map((text) => wrapCells(printable(text), room).join('\n  '));
      return lines.map((text) => `${style.green('✓')} ${text}\n`).join('');
    },
    notes: hasLeft ? ending.filter((line) => line !== staysOnList(found)) : ending,
    ...(open.length === 0 ? {} : { failure: failure('bad_file', open.join('\n')), exit: 5 }),
  });
};

const staysOnList = ({ vault }: Found): string =>
  vault === null
    ? ''
    : `This device stays on the list of vault ${vault.id}${vault.unsent === 0 ? '' : `, which did not get ${count(vault.unsent, 'change')} of it`}. To take it off the list, run \`cairn leave\` first, or \`cairn devices revoke\` on another device later.`;

const endingOf = (found: Found, { isDeleted }: DataWish, io: Io): readonly string[] => [
  staysOnList(found),
  isDeleted ? '' : `The data stay in ${io.paths.home}: a later install finds them.`,
  found.store === null ? '' : `The memories on ${found.store} stay there.`,
  found.installed.length === 0 ? '' : 'Restart the agents that are open.',
  ...shellLines().map((line) => `A line of your own calls Cairn; remove it: ${line}`),
  programText(found.program),
  existsSync(cacheOf(io.env)) ? `Node's compile cache is in ${cacheOf(io.env)}: delete it.` : '',
];

/** Returns the launchers' compile cache. Node writes it again when this command ends. */
const cacheOf = ({ XDG_CACHE_HOME }: Io['env']): string =>
  join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'cairn');

const programText = ({ root, packageName, isGlobal }: ProgramPlace): string =>
  packageName === null
    ? `The program itself is the folder ${root}: delete it.`
    : `To remove the program itself, run \`npm rm ${isGlobal ? '-g ' : ''}${packageName}\`.`;

const listText = (title: string, lines: readonly string[]): string =>
  lines.length === 0
    ? 'Nothing of Cairn is on this device, except the program.'
    : `${title}:\n${lines.map((line) => `  ${printable(line)}`).join('\n')}`;
