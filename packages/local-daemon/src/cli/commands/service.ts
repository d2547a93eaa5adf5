/** Installs the daemon as a service of the person's session. This is optional: every command starts the daemon if none runs. */
import { errorText, ok, type Result } from '@cairn/schema';
import { createServiceMachine, serviceProgram } from '../../adapters/service-machine.ts';
import {
  createSystemService,
  type ServiceChange,
  type ServiceState,
} from '../../services/system-service/system-service.ts';
import type { Outcome, Run } from '../command.ts';
import { type Failure, fail, failure } from '../failure.ts';
import type { Io } from '../io.ts';
import { down } from './daemon.ts';

export const systemServiceOf = (io: Io) =>
  createSystemService(createServiceMachine(io.env, io.paths), serviceProgram(io.env, io.cwd, io.paths));

export const serviceInstall: Run = async (given, io) => {
  const service = systemServiceOf(io);
  if (given.flag('print'))
    return ok({ json: { ...service.state(), text: service.text }, human: () => service.text });
  // A running daemon would keep the service from running.
  if (service.state().state !== 'foreign') await down(given, io);
  const done = attempt(() => service.install());
  return done.ok ? ok(outcomeOf(done.value, 'Installed', 'Was installed already')) : done;
};

export const serviceUninstall: Run = async (_, io) => {
  const done = attempt(() => systemServiceOf(io).uninstall());
  return done.ok ? ok(outcomeOf(done.value, 'Removed', 'Was not installed')) : done;
};

export const serviceStatus: Run = async (_, io) => {
  const state = systemServiceOf(io).state();
  return ok({ json: state, human: () => `${serviceSentence(state)}\n` });
};

/** Returns the sentence for `status` and `doctor`. */
export const serviceSentence = ({ kind, path, state }: ServiceState): string =>
  ({
    none: 'not installed; every command starts the daemon when it needs it',
    installed: `installed for ${kind}: ${path}`,
    other: `installed for another program or other settings: ${path}; \`cairn service install\` updates it`,
    foreign: `${path} is not Cairn's own file`,
  })[state];

/** Converts an error of the file system into a failure that quotes it. */
const attempt = (work: () => Result<ServiceChange, { message: string }>): Result<ServiceChange, Failure> => {
  try {
    const done = work();
    return done.ok ? done : fail('invalid_input', done.error.message);
  } catch (error) {
    return fail('internal', `The service's file cannot be written or removed: ${errorText(error)}.`);
  }
};

const outcomeOf = (change: ServiceChange, did: string, didNot: string): Outcome => ({
  json: change,
  human: (style) => `${style.green(change.changed ? did : didNot)}: ${change.path}\n`,
  ...(change.notStarted === null ? {} : { failure: failure('internal', change.notStarted), exit: 5 }),
});
