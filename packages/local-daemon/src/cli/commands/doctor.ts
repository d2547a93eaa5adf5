import { type DoctorResult, ok } from '@cairn/schema';
import { examineIntegrations } from '../../services/integrations/examine.ts';
import type { Outcome, Run } from '../command.ts';
import { exitCodeOf, type Failure, failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { padCells, wrapCells } from '../output/cells.ts';
import { pasteable } from '../output/pasteable.ts';
import { printable, type Style } from '../style.ts';
import { integrationDeps } from './install.ts';
import { serviceSentence, systemServiceOf } from './service.ts';

/** Not a mistake in the command: something is wrong on this device. Exit 1, or 3 when the daemon cannot even start. */
export const doctor: Run = async (given, io) => {
  const examined = await io.ask<DoctorResult>('POST', '/v1/doctor', given.flag('fix') ? { fix: true } : {});
  if (!examined.ok)
    return examined.error.kind === 'daemon_unreachable' ? ok(withoutDaemon(examined.error)) : examined;
  const { checks, ok: isOk } = examined.value;
  return ok(outcomeOf({ checks: [...checks, serviceCheck(io), ...integrationChecks(io)], ok: isOk }));
};

/** Here and not in the daemon: where agents keep their settings depends on the environment of who asks. [IN-5] */
const integrationChecks = (io: Io): DoctorResult['checks'] => {
  const deps = integrationDeps(io);
  return [...examineIntegrations(deps, deps.records.read())];
};

/** SV-3 */
const serviceCheck = (io: Io): DoctorResult['checks'][number] => {
  const state = systemServiceOf(io).state();
  const message = `The service: ${serviceSentence(state)}.`;
  if (state.state === 'none' || state.state === 'installed')
    return { id: 'service', status: 'pass', message, fix: null };
  const fix =
    state.state === 'other'
      ? 'Run `cairn service install`.'
      : `Move ${state.path} away, if you want the service.`;
  return { id: 'service', status: 'warn', message, fix };
};

const outcomeOf = (result: DoctorResult): Outcome => {
  const failed = result.checks.filter(({ status }) => status === 'fail').length;
  return {
    json: result,
    human: (style) =>
      [...result.checks.map((check) => checkLines(check, style)), ...pasteLines(result, style)].join('\n'),
    ...(result.ok
      ? {}
      : { failure: failure('internal', `${failed} of ${result.checks.length} checks failed.`) }),
  };
};

const withoutDaemon = (problem: Failure): Outcome => ({
  ...outcomeOf({
    checks: [
      { id: 'daemon', status: 'fail', message: problem.message, fix: 'Mend that, then run this again.' },
    ],
    ok: false,
  }),
  exit: exitCodeOf(problem.kind),
});

const ID_CELLS = 12;
const INDENT = ' '.repeat(ID_CELLS + 3);

const checkLines = ({ id, status, message, fix }: DoctorResult['checks'][number], style: Style): string => {
  const { green, yellow, red, dim, width } = style;
  const mark = { pass: green('✓'), fixed: green('✓'), warn: yellow('!'), fail: red('✗') }[status];
  const room = width === null ? null : Math.max(20, width - INDENT.length);
  const [first = '', ...more] = wrapCells(
    `${printable(message)}${status === 'fixed' ? ' (repaired)' : ''}`,
    room,
  );
  const advice = fix === null || status === 'pass' ? [] : wrapCells(printable(fix), room).map(dim);
  const below = [...more, ...advice].map((line) => INDENT + line);
  return [`${mark} ${padCells(id, ID_CELLS)} ${first}`, ...below].join('\n');
};

/** Commands that help, to be pasted: those that need nothing filled in. */
const pasteLines = ({ checks }: DoctorResult, style: Style): readonly string[] => {
  const commands = pasteable(checks.flatMap(({ status, fix }) => (status === 'pass' ? [] : [fix ?? ''])));
  return commands.length === 0
    ? []
    : ['', style.bold('To mend it:'), ...commands.map((command) => `  ${style.cyan(command)}`)];
};
