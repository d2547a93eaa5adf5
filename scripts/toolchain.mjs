// Installs the right Node and pnpm from npm into .tools/.

import { execFileSync, spawn } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { noteWorker } from './lock.mjs';
import { root, tools, toolsNode, toolsPnpm } from './paths.mjs';

/** File that names the running npm or pnpm process, which may outlive this one. */
export const workerFile = join(tools, 'bootstrap.worker');

const NODE_VERSION = '24.21.0';
/** Lines of output that are shown when npm or pnpm fails. */
const SHOWN_LINES = 25;

const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ERR_PNPM_META_FETCH_FAIL|network timeout)\b/;

/** An expected failure, whose message is all that the reader needs. */
export const setupFailure = (/** @type {string} */ message) =>
  Object.assign(new Error(message), { isSetupFailure: true });

/** @param {string} file @returns {any} */
const readJson = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
};

export const pnpmVersion = () =>
  String(readJson(join(root, 'package.json')).packageManager).replace(/^pnpm@/, '');

/** @param {string} name */
const installed = (name) => readJson(join(tools, 'node_modules', name, 'package.json')).version;

/** Whether this Node strips types from TypeScript by itself: since 22.18 and 23.6. */
const isNodeNewEnough = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18);
};

const hasToolsNode = () => existsSync(toolsNode) && installed('node') === NODE_VERSION;
const hasPnpm = () => existsSync(toolsPnpm) && installed('pnpm') === pnpmVersion();

/** Node that runs everything: that of .tools/ when it exists, else the one that runs this script. */
export const nodeProgram = () => (hasToolsNode() ? toolsNode : process.execPath);

export const isToolchainReady = () => hasPnpm() && (hasToolsNode() || isNodeNewEnough());

/** Node's platform packages, as npm's `node` chooses them. They are used directly, so that no install script has to run. */
const nodePackage = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
};

const isHomeWritable = () => {
  try {
    accessSync(homedir(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Returns the environment of an installation: with all dependencies, with messages, and with caches in writable places, whatever the
 * caller's environment says.
 */
const installEnv = () => {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, NODE_ENV: 'development', npm_config_loglevel: 'error' };
  delete env.npm_config_omit;
  return isHomeWritable() ? env : { ...env, npm_config_cache: join(tools, 'npm-cache') };
};

/** Returns the environment of tasks, with the right `node`, `pnpm` and installed programs. */
export const taskEnv = () => {
  const folders = [
    dirname(nodeProgram()),
    join(root, 'node_modules', '.bin'),
    join(tools, 'node_modules', '.bin'),
  ];
  return {
    ...process.env,
    PATH: [...folders, process.env.PATH ?? ''].join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
};

/** @param {string} what @param {string} output */
const explain = (what, output) => {
  const lines = output.trim().split('\n');
  const network = lines.find((line) => UNREACHABLE.test(line));
  if (network !== undefined) {
    return setupFailure(
      `cannot reach the npm registry: ${network.trim()}\n` +
        'Setting up needs the network once. Connect, or point npm at a registry or proxy that can be reached\n' +
        '(npm config set registry URL, or HTTPS_PROXY), and run the command again.',
    );
  }
  if (output.includes('ERR_PNPM_OUTDATED_LOCKFILE')) {
    return setupFailure(
      'pnpm-lock.yaml does not match a package.json: run `pnpm install` and commit the lockfile.',
    );
  }
  if (/\bENOSPC\b/.test(output)) return setupFailure(`the disk is full: ${what} needs about 600 MB.`);
  return setupFailure(`${what} failed:\n${lines.slice(-SHOWN_LINES).join('\n')}`);
};

/** @param {string} what @param {string} program @param {string[]} args @param {import('node:child_process').SpawnOptions} at */
const runQuietly = (what, program, args, { cwd, env }) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    noteWorker(workerFile, child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk;
      });
    }
    child.once('error', (error) => reject(setupFailure(`${what} could not be started: ${error.message}`)));
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(explain(what, output))));
  });

/** Limit for npm, which otherwise waits minutes for a missing network. It is long enough for a slow one. */
const PATIENCE = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];

const npmProgram = () => {
  const cli = process.env.npm_execpath ?? '';
  return cli.endsWith('npm-cli.js')
    ? { program: process.execPath, before: [cli] }
    : { program: 'npm', before: [] };
};

/**
 * Returns the file of this machine's global npm configuration, which may hold registry, proxy and certificates. pnpm would look beside
 * the Node that runs it, and npm beside a `--prefix`.
 */
const globalConfig = () => {
  const { program, before } = npmProgram();
  try {
    const output = execFileSync(program, [...before, 'config', 'get', 'globalconfig', '--loglevel=silent'], {
      cwd: root,
    });
    return { npm_config_globalconfig: output.toString().trim() };
  } catch {
    return {};
  }
};

/** Installs Node and pnpm where they are missing. */
export const fetchToolchain = async () => {
  mkdirSync(tools, { recursive: true });
  const node = hasToolsNode() || !isNodeNewEnough() ? { node: `npm:${nodePackage()}@${NODE_VERSION}` } : {};
  const dependencies = { pnpm: pnpmVersion(), ...node };
  writeFileSync(join(tools, 'package.json'), `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`);
  const { program, before } = npmProgram();
  const options = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', ...PATIENCE];
  await runQuietly('npm', program, [...before, 'install', ...options], { cwd: tools, env: installEnv() });
  if (isToolchainReady()) return;
  throw setupFailure(
    `npm has no Node ${NODE_VERSION} that runs on ${process.platform} ${process.arch}.\n` +
      'Install Node 24 yourself (https://nodejs.org) and run the command again.',
  );
};

/** Installs exactly the dependencies of the lockfile. */
export const installDependencies = () => {
  const store = isHomeWritable() ? [] : ['--store-dir', join(tools, 'pnpm-store')];
  const options = [
    '--frozen-lockfile',
    '--prefer-offline',
    '--config.confirmModulesPurge=false',
    '--reporter=append-only',
  ];
  const env = { ...installEnv(), ...globalConfig(), PATH: taskEnv().PATH };
  return runQuietly('pnpm', nodeProgram(), [toolsPnpm, 'install', ...options, ...store, ...PATIENCE], {
    cwd: root,
    env,
  });
};

/** Builds what is not built yet. Resolves to turbo's output. */
export const buildPrograms = () =>
  runQuietly('the build', join(root, 'node_modules', '.bin', 'turbo'), ['run', 'build'], {
    cwd: root,
    env: taskEnv(),
  });
