// Sets up a checkout that has only some Node and npm: the right Node, pnpm, dependencies and the build. Plain JavaScript for Node 20.
// Messages are written to standard error, because standard output belongs to the task that follows.

import { accessSync, constants, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { areDependenciesCurrent, noteDependencies } from './installed.mjs';
import { withLock, workerEnded } from './lock.mjs';
import { tools } from './paths.mjs';
import {
  buildPrograms,
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
const isReady = (wanted) => !wanted.build && isToolchainReady() && areDependenciesCurrent();

/** Writes the settings of the launchers in bin/: the Node to use, and a folder for its code cache. */
const writeLauncherFiles = () => {
  mkdirSync(join(tools, 'compile-cache'), { recursive: true });
  writeFileSync(join(tools, 'node-path'), `${realpathSync(nodeProgram())}\n`);
};

/** turbo knows what is built, and answers in half a second. */
const build = async () => {
  const started = performance.now();
  const output = await buildPrograms();
  if (output.includes('FULL TURBO')) return;
  say(`setting up: build: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
};

/**
 * Brings the checkout into a usable state; does nothing, in less than a second, when it is. Safe when several run at once.
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
    if (!areDependenciesCurrent()) {
      await step('dependencies', installDependencies);
      noteDependencies();
    }
    if (wanted.build) await build();
  });
};
