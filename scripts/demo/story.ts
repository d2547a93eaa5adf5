/** The demo's story, step by step. A step that fails throws a sentence. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Device, serverData, serverLog, startServer, stopServer } from './processes.ts';
import { type StepLine, seconds, showStep } from './screen.ts';

export interface Stage {
  readonly folder: string;
  readonly device: (name: string) => Device;
  /** Returns the commands that were shown since the last call. */
  readonly takeCommands: () => readonly string[];
  /** Throws when the person has pressed Ctrl-C. */
  readonly checkStopped: () => void;
}

type Step = (name: string, work: () => Promise<string>) => Promise<void>;

const MARKER = 'The staging database is read-only on weekdays';
const SECRET_PLAN = 'The cabin key hangs behind the blue door';
const SAMPLES = ['Prefers pnpm to npm', MARKER, 'Anna leads the design team'];
const WAIT = ['sync', '--wait', '--timeout', '30'];

export const playStory = async (stage: Stage): Promise<readonly StepLine[]> => {
  const lines: StepLine[] = [];
  const [laptop, desktop, tablet] = [stage.device('laptop'), stage.device('desktop'), stage.device('tablet')];
  const step: Step = async (name, work) => {
    stage.checkStopped();
    lines.push(await showStep(name, stage.takeCommands, work));
  };
  const url = await beginTogether(stage, step, laptop, desktop);
  const saved = await saveAndFind(step, laptop, desktop);
  await editOffline(stage, step, { laptop, desktop, url, saved });
  await bringThird(step, { laptop, tablet, url });
  await forgetEverywhere(step, { laptop, desktop, tablet });
  await step('the server never saw a word', () => checkSealed(stage.folder));
  return lines;
};

const beginTogether = async (stage: Stage, step: Step, laptop: Device, desktop: Device): Promise<string> => {
  let server = { url: '', setupToken: '' };
  await step('start the sync server, embedded database', async () => {
    server = await startServer(stage.folder, 0, stage.checkStopped);
    return server.url;
  });
  for (const device of [laptop, desktop])
    await step(`start the daemon "${device.name}"`, async () => {
      const { pid, port } = await device.cairn(['up']);
      return `pid ${pid}, port ${port}`;
    });
  await step('make a sealed vault', async () => {
    const { url, setupToken } = server;
    const args = ['vault', 'create', '--server', url, '--setup-token', setupToken, '--name', 'laptop'];
    const { recoveryWords } = await laptop.cairn(args);
    return `${String(recoveryWords).split(' ').length} recovery words`;
  });
  await step('invite the desktop, and join', async () => {
    const { code } = await laptop.cairn(['invite']);
    await desktop.cairn(['join', `${code}@${server.url}`, '--name', 'desktop']);
    return 'keys handed over, end to end';
  });
  return server.url;
};

const saveAndFind = async (step: Step, laptop: Device, desktop: Device): Promise<readonly string[]> => {
  const ids: string[] = [];
  await step('save on the laptop', async () => {
    for (const [at, text] of SAMPLES.entries())
      ids.push(String((await laptop.cairn(['save', text, ...(at === 1 ? ['-t', 'staging'] : [])])).id));
    return `${ids.length} memories`;
  });
  await step('find it on the desktop', async () => {
    await awaitFound(desktop, 'staging weekdays', MARKER);
    const { results } = await desktop.cairn(['search', 'when can I write to staging']);
    expect(contentsOf(results)[0] === MARKER, 'The desktop found something else first.');
    return `"${MARKER}"`;
  });
  await step('save here → found there, both ways', async () => {
    const times: number[] = [];
    for (const [from, to] of [
      [laptop, desktop],
      [desktop, laptop],
      [laptop, desktop],
      [desktop, laptop],
    ] as const) {
      const text = `Round ${times.length + 1} of the ping from ${from.name}`;
      const started = performance.now();
      await from.api('/v1/memories', { content: text, tags: ['ping'] });
      await awaitFound(to, `round ${times.length + 1} ping ${from.name}`, text);
      times.push(performance.now() - started);
    }
    return times.map(seconds).join(', ');
  });
  return ids;
};

interface OfflineScene {
  readonly laptop: Device;
  readonly desktop: Device;
  readonly url: string;
  readonly saved: readonly string[];
}

const editOffline = async (stage: Stage, step: Step, scene: OfflineScene): Promise<void> => {
  const { laptop, desktop, url, saved } = scene;
  const [first = '', second = '', third = ''] = saved;
  await step('the server goes away', async () => {
    await stopServer(stage.folder);
    return 'both devices are offline';
  });
  await step('both go on: edit on the laptop …', async () => {
    await laptop.cairn(['supersede', first, 'Prefers bun to pnpm since May']);
    await laptop.cairn(['save', SECRET_PLAN]);
    return 'one superseded, one new';
  });
  await step('… edit on the desktop', async () => {
    await desktop.cairn(['pin', second]);
    await desktop.cairn(['tag', third, '+people']);
    await desktop.cairn(['save', 'The desk lamp takes an E14 bulb']);
    return 'one pinned, one tagged, one new';
  });
  await step('the server comes back, both converge', async () => {
    await startServer(stage.folder, Number(new URL(url).port), stage.checkStopped);
    // The order matters: first the laptop's changes, then the desktop's, then what the desktop sent.
    for (const device of [laptop, desktop]) await device.cairn(WAIT);
    await laptop.check(WAIT);
    const [here, there] = [await contents(laptop), await contents(desktop)];
    expect(here === there, `The two devices differ:\n${here}\n${there}`);
    const { memories } = await laptop.check(['list', '--pinned']);
    expect(contentsOf(memories)[0] === MARKER, "The desktop's pin did not reach the laptop.");
    const { versions } = await desktop.cairn(['history', first]);
    expect(listOf(versions).length === 2, "The desktop does not know the memory's history.");
    return 'the same memories, pins, tags and history';
  });
};

const bringThird = async (
  step: Step,
  { laptop, tablet, url }: { laptop: Device; tablet: Device; url: string },
): Promise<void> => {
  await step('a third, new device joins', async () => {
    const { code } = await laptop.cairn(['invite']);
    const { memories } = await tablet.cairn(['join', `${code}@${url}`, '--name', 'tablet']);
    return `${memories} memories arrived`;
  });
  await step('it has everything', async () => {
    await tablet.check(WAIT);
    expect((await contents(tablet)) === (await contents(laptop)), 'The tablet lacks something.');
    return 'equal to the laptop';
  });
};

const forgetEverywhere = async (
  step: Step,
  { laptop, desktop, tablet }: { laptop: Device; desktop: Device; tablet: Device },
): Promise<void> => {
  const found = listOf((await tablet.cairn(['search', 'where is the cabin key'])).results)[0];
  const id = String(found?.id);
  await step('forget a memory on the tablet', async () => {
    expect(found?.content === SECRET_PLAN, 'The tablet did not find what the laptop saved offline.');
    const { forgotten } = await tablet.cairn(['forget', id]);
    expect(Array.isArray(forgotten) && forgotten.includes(id), 'The tablet did not forget it.');
    return `"${SECRET_PLAN}"`;
  });
  await step('it is gone everywhere', async () => {
    await tablet.check(WAIT);
    for (const device of [laptop, desktop, tablet]) {
      await device.check(WAIT);
      const { results } = await device.cairn(['search', 'cabin key blue door']);
      expect(!contentsOf(results).includes(SECRET_PLAN), `${device.name} still finds it.`);
      const { code, out } = await device.run(['get', id, '--json']);
      expect(code === 1 && out.includes('"not_found"'), `${device.name} still has it.`);
    }
    return 'on all three devices';
  });
};

/** SY-S2: the server of a sealed vault holds nothing readable. */
const checkSealed = async (folder: string): Promise<string> => {
  const words = [...SAMPLES, SECRET_PLAN, 'E14 bulb'];
  let bytes = 0;
  const check = (where: string, text: Buffer | string): void => {
    bytes += text.length;
    for (const word of words) expect(!text.includes(word), `"${word}" stands in the server's ${where}.`);
  };
  const data = serverData(folder);
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) check('files', readFileSync(join(entry.parentPath, entry.name)));
  check('log', serverLog(folder));
  return `${(bytes / 1e6).toFixed(0)} MB of its files and log searched`;
};

const FOUND_MS_MAX = 30_000;
const POLL_MS = 2;

const awaitFound = async (device: Device, query: string, content: string): Promise<void> => {
  const deadline = performance.now() + FOUND_MS_MAX;
  for (;;) {
    const { results } = await device.api('/v1/search', { query, limit: 5 });
    if (contentsOf(results).includes(content)) return;
    if (performance.now() > deadline)
      throw new Error(`"${content}" did not reach ${device.name} within ${FOUND_MS_MAX / 1_000} s.`);
    await sleep(POLL_MS);
  }
};

/** Returns all memories as one text, which is equal on two devices with equal memories. */
const contents = async (device: Device): Promise<string> => {
  const { memories } = await device.check(['list', '--all', '-n', '1000']);
  return listOf(memories)
    .map(({ id, content, tags, pinned, supersededBy }) =>
      JSON.stringify([id, content, tags, pinned, supersededBy]),
    )
    .sort()
    .join('\n');
};

const expect = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new Error(otherwise);
};

const listOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map((item: unknown) => ({ ...Object(item) })) : [];
const contentsOf = (value: unknown): readonly unknown[] => listOf(value).map(({ content }) => content);
