/** Gathers a bundle's parts from the daemon, the machine and the log. Writes the bundle as a new file that only its owner can read. [SV-5] */
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, homedir, platform, release, totalmem } from 'node:os';
import { tailOf, VERSION } from '@cairn/client/device';
import { type DoctorResult, err, LIMITS, ok, orElse } from '@cairn/schema';
import { readPrivateFile } from '../../adapters/private-file.ts';
import { createIntegrationDeps } from '../../composition/integrations.ts';
import type { Answer } from '../failure.ts';
import type { Io } from '../io.ts';
import { unwrittenFailure } from '../text-file.ts';
import { bundleOf } from './bundle.ts';

export interface WrittenBundle {
  readonly path: string;
  readonly bytes: number;
  readonly contains: readonly string[];
}

const LOG_LINES = 200;
const MEBIBYTE = 1_048_576;

export const writeBundle = async (
  path: string,
  checks: DoctorResult['checks'],
  io: Io,
): Answer<WrittenBundle> => {
  const isUp = checks.every(({ id }) => id !== 'daemon');
  const status = isUp ? await io.ask('GET /v1/status') : null;
  const bundle = bundleOf({
    madeAt: new Date(io.nowMs).toISOString(),
    version: VERSION,
    homeDir: homedir(),
    machine: {
      ...{ platform: platform(), release: release(), arch: arch(), node: process.versions.node },
      ...{ cores: cpus().length, memoryMiB: Math.round(totalmem() / MEBIBYTE) },
    },
    config: orElse(() => readPrivateFile(io.paths.config), null),
    env: io.env,
    status: status?.ok === true ? status.value : null,
    checks,
    integrations: createIntegrationDeps(io).records.read(),
    logLines: tailOf(io.paths.log, LOG_LINES),
    memories: isUp ? await memoryTexts(io) : null,
  });
  try {
    writeNewFile(path, bundle.text);
  } catch (error) {
    return err(unwrittenFailure(path, error));
  }
  return ok({ path, bytes: Buffer.byteLength(bundle.text), contains: bundle.contains });
};

/** Removes a file that was cut, such as on a full disk. Never touches a file that was there before. */
const writeNewFile = (path: string, text: string): void => {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
};

/** Returns the texts of the newest memories, including superseded ones. The bundle redacts these texts. */
const memoryTexts = async (io: Io): Promise<readonly string[] | null> => {
  const listed = await io.ask('GET /v1/memories', { query: { all: true, limit: LIMITS.listLimitMax } });
  return listed.ok ? listed.value.memories.map(({ content }) => content) : null;
};
