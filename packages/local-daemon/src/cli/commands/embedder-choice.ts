/** Reads and changes the choice of embedder in config.json. A change restarts a running daemon. */
import { dirname } from 'node:path';
import { err, ok } from '@cairn/schema';
import { makePrivateFolders, readPrivateFile, writePrivateFile } from '../../adapters/private-file.ts';
import { parseConfig } from '../../config.ts';
import { configText, readConfigFile, withEmbedder } from '../../services/settings/config-text.ts';
import type { ParsedArgs } from '../command.ts';
import { type Answer, fail, failureOf, mapped } from '../failure.ts';
import type { Io } from '../io.ts';
import { down } from './daemon.ts';

/**
 * Returns the embedder that a daemon with this configuration and environment would use: `built-in`, `endpoint`, `off`, or the name of an
 * added embedder.
 */
export const chosenEmbedder = ({ env, paths }: Io): string => {
  const config = parseConfig({ file: readPrivateFile(paths.config), path: paths.config, env, hostName: '' });
  if (!config.ok || config.value.embed.kind === 'local') return 'built-in';
  const { embed } = config.value;
  return embed.kind === 'added' ? embed.name : embed.kind;
};

/** Names the environment variables that override config.json. */
const fixedBy = ({ env }: Io): readonly string[] => [
  ...(['', 'on'].includes(env.CAIRN_EMBED ?? '') ? [] : ['CAIRN_EMBED']),
  ...['CAIRN_EMBED_BASE_URL', 'CAIRN_EMBED_BASE_URL_FILE'].filter((name) => (env[name] ?? '') !== ''),
];

export const fixedNotes = (io: Io, what: string): readonly string[] => {
  const names = fixedBy(io);
  return names.length === 0
    ? []
    : [`${names.join(' and ')} in the environment overrides ${what}. Unset it, then run \`cairn down\`.`];
};

/** Saves the choice, restarts a running daemon, and returns notes for the person. `use` null removes the choice. */
export const chooseEmbedder = async (
  use: string | null,
  given: ParsedArgs,
  io: Io,
): Answer<readonly string[]> => {
  const known = readConfigFile(readPrivateFile(io.paths.config));
  if (known === null)
    return fail('invalid_input', `${io.paths.config} is not a valid settings file. Fix it or move it away.`);
  makePrivateFolders([dirname(io.paths.config)]);
  writePrivateFile(io.paths.config, configText(withEmbedder(known, use)));
  return mapped(restart(given, io), () => fixedNotes(io, 'this choice'));
};

/** Restarts the daemon, which reads its configuration only when it starts. */
export const restart = async (given: ParsedArgs, io: Io): Answer<null> => {
  const running = await io.daemon(false);
  if (!running.ok) return ok(null);
  const ended = await down(given, io);
  if (!ended.ok) return ended;
  // `io` still knows the daemon that has ended.
  const { startDaemon } = await import('@cairn/client/start');
  const started = await startDaemon(io.paths, { env: io.env });
  return started.ok ? ok(null) : err(failureOf(started.error));
};
