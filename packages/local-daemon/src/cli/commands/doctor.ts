import { resolve } from 'node:path';
import { type DoctorResult, ok, type Result } from '@cairn/schema';
import { readHookCall } from '../../adapters/hook-files.ts';
import { INSTALLERS, installerOf } from '../../agents/installers.ts';
import { createIntegrationDeps } from '../../composition/integrations.ts';
import { examineIntegrations } from '../../services/integrations/examine.ts';
import { hookCallChecks } from '../../services/integrations/hook-calls.ts';
import type { WrittenBundle } from '../bundle/write-bundle.ts';
import type { Outcome, ParsedArgs, Run } from '../command.ts';
import { exitCodeOf, type Failure, failure, mapped, misuse } from '../failure.ts';
import { inScope } from '../in-scope.ts';
import type { Io } from '../io.ts';
import { padCells, wrapCells } from '../output/cells.ts';
import { shortBytes, withShortTimes } from '../output/short-time.ts';
import { printable, type Style } from '../style.ts';
import { serviceSentence, systemServiceOf } from './service.ts';

/** Checks this device. A problem found is no mistake in the command, so the exit code is 1, or 3 if the daemon cannot even start. */
export const doctor: Run = async (given, io) => {
  const agent = given.text('agent');
  const bundle = given.text('bundle');
  if (agent !== undefined)
    return bundle === undefined && !given.flag('fix')
      ? examineAgent(agent, io)
      : misuse('--agent looks at one agent only: leave --fix and --bundle out.');
  const examined = await examine(given, io);
  if (!examined.ok) return examined;
  const { result, outcome } = examined.value;
  if (bundle === undefined) return ok(outcome);
  const { writeBundle } = await import('../bundle/write-bundle.ts');
  const writing = writeBundle(resolve(io.cwd, bundle), result.checks, io);
  return mapped(writing, (written) => withBundle(outcome, result, written));
};

/** Examines one agent without the daemon: what was installed, and when each of its hooks was last called. [IN-6] */
const examineAgent = (name: string, io: Io): Result<Outcome, Failure> => {
  const installer = installerOf(name);
  if (installer === null) {
    const known = INSTALLERS.map(({ agent }) => agent).join(', ');
    return misuse(`Cairn knows no agent "${printable(name)}". It knows ${known}.`);
  }
  const { agent, title } = installer;
  const deps = createIntegrationDeps(io);
  const installed = deps.records.read().filter((one) => one.agent === agent);
  const missing: Check = {
    ...{ id: agent, status: 'fail', message: `${title}: nothing was installed.` },
    fix: `Run \`cairn install ${agent}\`.`,
  };
  const wish = { scope: 'user', place: deps.place, launcher: deps.launcher } as const;
  const checks: Check[] =
    installed.length === 0
      ? [missing]
      : [
          ...examineIntegrations(deps, installed),
          ...hookCallChecks(installer, wish, (of, kind) => readHookCall(io.paths, of, kind)),
        ];
  return ok(outcomeOf({ checks, ok: installed.length > 0 }, io));
};

type Check = DoctorResult['checks'][number];

const examine = async (given: ParsedArgs, io: Io) => {
  const asked = await io.ask('POST /v1/doctor', { body: given.flag('fix') ? { fix: true } : {} });
  if (!asked.ok)
    return asked.error.kind === 'daemon_unreachable' ? ok(withoutDaemon(asked.error, io)) : asked;
  // Agents are examined here and not in the daemon, because the places of their settings depend on the caller's environment. [IN-5]
  const deps = createIntegrationDeps(io);
  const agents = examineIntegrations(deps, deps.records.read());
  const result = { checks: [...asked.value.checks, serviceCheck(io), ...agents], ok: asked.value.ok };
  return ok({ result, outcome: outcomeOf(result, io) });
};

const withBundle = (outcome: Outcome, result: DoctorResult, bundle: WrittenBundle): Outcome => {
  const { path, bytes, contains } = bundle;
  const said = `The bundle ${printable(path)} (${shortBytes(bytes)}) contains: ${contains.join(', ')}. It contains no memories and no keys; look through it before you send it.`;
  const human: Outcome['human'] = (style) => `${outcome.human(style)}\n${said}`;
  return { ...outcome, json: { ...result, bundle }, human };
};

/** [SV-3] */
const serviceCheck = (io: Io): Check => {
  const state = systemServiceOf(io).state();
  const fixes = {
    ...{ none: null, installed: null, other: 'Run `cairn service install`.' },
    foreign: `Move ${state.path} away, if you want the service.`,
  };
  const fix = fixes[state.state];
  const message = `The service: ${serviceSentence(state)}.`;
  return { id: 'service', status: fix === null ? 'pass' : 'warn', message, fix };
};

const outcomeOf = (result: DoctorResult, { nowMs, scope }: Io): Outcome => {
  const failed = result.checks.filter(({ status }) => status === 'fail').length;
  return {
    json: result,
    human: (style) => {
      const checks = result.checks.map((check) => withScope(check, scope));
      return [...checks.map((check) => checkLines(check, style, nowMs)), ...pasteLines(checks, style)].join(
        '\n',
      );
    },
    ...(result.ok
      ? {}
      : { failure: failure('internal', `${failed} of ${result.checks.length} checks failed.`) }),
  };
};

const withScope = (check: Check, scope: string | null): Check => ({
  ...check,
  message: inScope(check.message, scope),
  fix: check.fix === null ? null : inScope(check.fix, scope),
});

const withoutDaemon = (problem: Failure, io: Io) => {
  const fix = 'Fix that, then run this again.';
  const check = { id: 'daemon', status: 'fail', message: problem.message, fix } as const;
  const result = { checks: [check], ok: false };
  return { result, outcome: { ...outcomeOf(result, io), exit: exitCodeOf(problem.kind) } };
};

const ID_CELLS = 12;
const INDENT = ' '.repeat(ID_CELLS + 3);

const checkLines = ({ id, status, message, fix }: Check, style: Style, nowMs: number): string => {
  const { green, yellow, red, dim, width } = style;
  const mark = { pass: green('✓'), fixed: green('✓'), warn: yellow('!'), fail: red('✗') }[status];
  const room = width === null ? null : Math.max(20, width - INDENT.length);
  const [first = '', ...more] = wrapCells(
    `${withShortTimes(printable(message), nowMs)}${status === 'fixed' ? ' (repaired)' : ''}`,
    room,
  );
  const advice =
    fix === null || status === 'pass' ? [] : wrapCells(withShortTimes(printable(fix), nowMs), room).map(dim);
  const below = [...more, ...advice].map((line) => INDENT + line);
  return [`${mark} ${padCells(id, ID_CELLS)} ${first}`, ...below].join('\n');
};

/** Returns commands that help and that can be pasted, because nothing in them must be filled in. */
const pasteLines = (checks: readonly Check[], style: Style): readonly string[] => {
  const commands = pasteable(checks.flatMap(({ status, fix }) => (status === 'pass' ? [] : [fix ?? ''])));
  const lines = commands.map((command) => `  ${style.cyan(command)}`);
  return lines.length === 0 ? [] : ['', style.bold('To mend it:'), ...lines];
};

/** Returns each command in sentences like "Run `cairn doctor --fix`." once. Skips commands with a placeholder such as FILE or ID. */
export const pasteable = (sentences: readonly string[]): readonly string[] => {
  const quoted = sentences.flatMap((sentence) =>
    Array.from(sentence.matchAll(/`((?:cairn|npm|ollama) [^`]+)`/g), ([, command]) => command ?? ''),
  );
  return [...new Set(quoted)].filter((command) => !/\b[A-Z]{2,}\b|…/.test(command));
};
