/** The demo's processes at the times of the story: a sync server, devices, and their memories. */
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createDevice, type Device, type ServerProcess, startServer, stopServer } from '../demo/processes.ts';
import { root } from '../paths.mjs';
import { DEVICES, type DeviceName, type Scene, STORY, type Step } from './story.ts';

export const ADMIN_TOKEN = 'the-demo-has-a-token-that-opens-its-status-page';
/** Preferred port of the server, so that pictures always show the same address. */
const SERVER_PORT = 8_787;
const MODEL = 'qwen3:4b';
const PRICE = { price: { in: 0.15, out: 0.6 }, currency: 'EUR' };
const WAIT = ['sync', '--wait', '--timeout', '60'];
/** Milliseconds for background work after a scene: summaries, extraction from conversations, comparisons. */
const BEHIND_MS = 6_000;
const EMBED_MS_MAX = 60_000;

export interface World {
  readonly laptop: Device;
  readonly serverUrl: string;
  /** Ids of the memories that have a title in the story. */
  readonly titled: ReadonlyMap<string, string>;
  /** Returns the environment of processes on the laptop, with the date. */
  laptopEnv(): Readonly<Record<string, string>>;
  nowMs(): number;
}

export interface Stage {
  readonly folder: string;
  readonly modelUrl: string;
  readonly say: (line: string) => void;
  /** Throws when a signal has arrived. */
  readonly checkStopped: () => void;
}

export const createWorld = ({ folder, modelUrl, say, checkStopped }: Stage) => {
  const person = join(folder, 'anna');
  mkdirSync(join(person, '.cursor'), { recursive: true });
  let shiftMs = 0;
  let isEmbedding = false;
  let server: ServerProcess | null = null;
  const titled = new Map<string, string>();

  const clock = (): Record<string, string> => ({
    NODE_OPTIONS: `--import=${pathToFileURL(join(root, 'scripts/pictures/clock.mjs')).href}`,
    CAIRN_PICTURES_SHIFT_MS: String(shiftMs),
    TZ: 'UTC',
  });
  const envOf = (name: DeviceName) => (): Record<string, string> => ({
    ...clock(),
    HOME: person,
    ...(name === 'laptop' ? { CAIRN_EMBED: isEmbedding ? 'on' : 'off' } : {}),
  });
  const deviceOf = (name: DeviceName): Device => {
    const children = new Set<ChildProcess>();
    const device = createDevice(folder, name, { children, note: () => undefined, env: envOf(name) });
    // The model is set in the file and not in the environment, so that the page's settings can change it.
    const llm = name === 'laptop' ? { llm: { baseUrl: modelUrl, models: [MODEL], ...PRICE } } : {};
    const config = JSON.stringify({ deviceName: name, ...llm });
    writeFileSync(join(device.home, 'config.json'), config, { mode: 0o600 });
    return device;
  };
  const devices = { laptop: deviceOf('laptop'), desktop: deviceOf('desktop'), mini: deviceOf('mini') };

  const found = async (): Promise<void> => {
    const { url, setupToken } = server ?? { url: '', setupToken: '' };
    await devices.laptop.cairn(['vault', 'create', '--server', url, '--setup-token', setupToken]);
    for (const name of DEVICES.slice(1)) {
      const { code } = await devices.laptop.cairn(['invite']);
      await devices[name].cairn(['join', `${code}@${url}`]);
    }
  };

  const act = async (step: Step): Promise<void> => {
    checkStopped();
    const device = devices[step.on ?? 'laptop'];
    switch (step.kind) {
      case 'save': {
        const { title, fact, on: _, kind: __, text, ...more } = step;
        const key = fact === undefined ? {} : { namespace: fact[0], key: fact[1] };
        const { id } = await device.api('/v1/memories', { content: text, ...more, ...key });
        if (title !== undefined) titled.set(title, String(id));
        return;
      }
      case 'supersede': {
        const { id } = await device.cairn(['supersede', titled.get(step.title) ?? '', step.text]);
        titled.set(step.title, String(id));
        return;
      }
      case 'talk': {
        const { name, agent, project, messages } = step;
        await device.cairn(['session', 'append', name, '--agent', agent, '-p', project, ...messages]);
        return;
      }
      case 'run':
        await device.cairn(step.args);
    }
  };

  const play = async ({ at, also = [], steps }: Scene): Promise<void> => {
    say(`${at.slice(0, 10)}  ${steps.length} steps`);
    shiftMs = Date.parse(at) - Date.now();
    const port = server?.port ?? (await portFor(SERVER_PORT));
    server = await startServer(folder, port, checkStopped, {
      ...clock(),
      CAIRN_ADMIN_TOKEN: ADMIN_TOKEN,
    });
    const awake = DEVICES.filter((name) => name !== 'mini' || also.includes(name));
    for (const name of awake) await devices[name].cairn(['up']);
    if (titled.size === 0) await found();
    for (const step of steps) await act(step);
    for (const name of [...awake, 'laptop' as const]) await devices[name].cairn(WAIT);
  };

  const goToSleep = async (): Promise<void> => {
    for (const name of DEVICES) await devices[name].stop();
    await stopServer(folder);
  };

  const embedAll = async (): Promise<void> => {
    const until = performance.now() + EMBED_MS_MAX;
    while (performance.now() < until) {
      const { models } = await devices.laptop.cairn(['status']);
      if (!(Object(models).embedder?.pending > 0)) return;
      await sleep(500);
    }
  };

  return {
    /** Plays all scenes. The last one stays open. */
    playAll: async (): Promise<World> => {
      for (const [at, scene] of STORY.entries()) {
        isEmbedding = at === STORY.length - 1;
        await play(scene);
        await sleep(BEHIND_MS);
        if (!isEmbedding) await goToSleep();
      }
      await embedAll();
      return {
        laptop: devices.laptop,
        serverUrl: server?.url ?? '',
        titled,
        laptopEnv: () => ({ ...envOf('laptop')(), CAIRN_HOME: devices.laptop.home, CAIRN_PORT: '0' }),
        nowMs: () => Date.now() + shiftMs,
      };
    },
    stop: goToSleep,
  };
};

/** Returns the wanted port, or 0 (any free port) when it is taken. */
const portFor = (wanted: number): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(0));
    probe.listen(wanted, '127.0.0.1', () => probe.close(() => resolve(wanted)));
  });
