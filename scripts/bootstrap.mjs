// Sets up a checkout with nothing but some Node and npm: the right Node, pnpm, dependencies, build. Plain JavaScript that
// runs on Node 20. Every message goes to standard error: standard output belongs to the task that follows.

import { accessSync, constants, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock, workerEnded } from './lock.mjs';
import { tools } from './paths.mjs';
import {
  areDependenciesCurrent,
  dependenciesHash,
  isBuildCurrent,
  readStamp,
  sourcesHash,
  writeStamp,
} from './stamp.mjs';
import {
  fetchToolchain,
  installDependencies,
  isToolchainReady,
  nodeProgram,
  setupFailure,
  workerFile,
} from './toolchain.mjs';

/** @param {string} text */
const say = (text) => process.stderr.write(`${text}\n`);

/** @param {string} what @param {() => Promise<unknown>} work */
const step = async (what, work) => {
  const started = performance.now();
  say(`setting up: ${what} …`);
  await work();
  say(`setting up: ${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
};

/** @param {{ build: boolean }} wanted */
const isReady = (wanted) => {
  const stamp = readStamp();
  return isToolchainReady() && areDependenciesCurrent(stamp) && (!wanted.build || isBuildCurrent(stamp));
};

/** For the launchers in bin/: which Node to use, and a folder where it may keep compiled code. */
const writeLauncherFiles = () => {
  mkdirSync(join(tools, 'compile-cache'), { recursive: true });
  writeFileSync(join(tools, 'node-path'), `${realpathSync(nodeProgram())}\n`);
};

const build = async () => {
  const build = sourcesHash();
  const { buildAll } = await import('./build.mjs');
  const outputs = await buildAll().catch((error) => {
    throw setupFailure(`the programs could not be built: ${error instanceof Error ? error.message : error}`);
  });
  writeStamp({ ...readStamp(), build, outputs });
};

/**
 * Brings the checkout into a usable state; does nothing, in a few milliseconds, when it is. Safe when several run at once.
 * @param {{ build: boolean }} wanted
 */
export const bootstrap = async (wanted) => {
  if (isReady(wanted)) return;
  try {
    mkdirSync(tools, { recursive: true });
    accessSync(tools, constants.W_OK);
  } catch {
    throw setupFailure(`cannot write into ${tools}: set the checkout up as the user it belongs to.`);
  }
  const sayWaiting = (/** @type {number} */ pid) =>
    say(`another set-up is running (process ${pid}), waiting for it …`);
  await withLock(join(tools, 'bootstrap.lock'), sayWaiting, async () => {
    await workerEnded(workerFile);
    if (!isToolchainReady()) await step('Node and pnpm', fetchToolchain);
    writeLauncherFiles();
    if (!areDependenciesCurrent(readStamp())) {
      await step('dependencies', installDependencies);
      writeStamp({ ...readStamp(), dependencies: dependenciesHash() });
    }
    if (wanted.build && !isBuildCurrent(readStamp())) await step('build', build);
  });
};
