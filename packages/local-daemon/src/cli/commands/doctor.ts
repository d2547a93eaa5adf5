import { type DoctorResult, ok } from '@cairn/schema';
import { examineIntegrations } from '../../services/integrations/examine.ts';
import type { Outcome, Run } from '../command.ts';
import { exitCodeOf, type Failure, failure } from '../failure.ts';
import type { Io } from '../io.ts';
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
    human: (style) => result.checks.map((check) => checkLines(check, style)).join('\n'),
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

const checkLines = ({ id, status, message, fix }: DoctorResult['checks'][number], style: Style): string => {
  const mark = {
    pass: style.green('✓'),
    fixed: style.green('✓'),
    warn: style.yellow('!'),
    fail: style.red('✗'),
  }[status];
  const line = `${mark} ${id.padEnd(12)} ${printable(message)}${status === 'fixed' ? ' (repaired)' : ''}`;
  return fix === null || status === 'pass'
    ? line
    : `${line}\n  ${' '.repeat(13)}${style.dim(printable(fix))}`;
};
