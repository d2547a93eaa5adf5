/** Measures imports on the command line: 100,000 memories, and a transcript of 100 MB. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { range, sleep } from '../measure.ts';
import { type Device, startDevice } from '../processes/device.ts';
import { cliProgram } from '../processes/places.ts';
import { peakResidentMb, processorMs } from '../processes/process-usage.ts';
import { factRow, named, type Row } from '../report.ts';
import { type Corpus, createCorpus } from '../text/corpus.ts';
import { type Bench, tempFolder, type World } from '../world.ts';

const MEMORIES_S = 15;
const TRANSCRIPT_S = 20;
const RESIDENT_MB = 200;
const LOOK_MS = 20;

export const importing: Bench = async (world) => {
  const folder = await tempFolder(world, 'import');
  const device = await startDevice(world, 'import');
  const rows = [...(await memories(world, device, folder)), ...(await transcript(world, device, folder))];
  const daemonMb = await peakResidentMb(device.pid());
  await device.stop();
  return [
    ...rows,
    factRow(named('import.daemon.rss', 'daemon at its largest meanwhile', 'MB'), daemonMb ?? 0),
  ];
};

const memories = async (world: World, device: Device, folder: string): Promise<readonly Row[]> => {
  const count = world.size(100_000, 2_000);
  const corpus = createCorpus('import');
  const file = join(folder, 'memories.ndjson');
  const lineOf = (n: number) => `${JSON.stringify({ content: corpus.memory(n), tags: ['bulk'] })}\n`;
  await writeFile(file, range(count).map(lineOf));
  world.say(`import: ${count} memories`);
  const what = `import of ${count.toLocaleString('en-US')} memories, whole process`;
  const first = await runImport(device, file, count);
  const again = await runImport(device, file, 0);
  return [
    factRow(named('import.memories', what, 's'), first.seconds, MEMORIES_S),
    factRow(named('import.memories.cpu', 'of it, processor time of the daemon', 's'), first.daemonSeconds),
    factRow(named('import.again', 'the same again, nothing new', 's'), again.seconds),
  ];
};

const transcript = async (world: World, device: Device, folder: string): Promise<readonly Row[]> => {
  const bytes = world.size(100_000_000, 2_000_000);
  const corpus = createCorpus('transcript');
  const file = join(folder, 'transcript.jsonl');
  const exchanges = Math.ceil(bytes / transcriptLines(corpus, 0).length);
  const linesOf = (n: number) => transcriptLines(corpus, n);
  await writeFile(file, range(exchanges).map(linesOf));
  world.say(`import: a transcript of ${bytes} bytes`);
  const what = `import of a Claude Code transcript of ${bytes / 1_000_000} MB, whole process`;
  const done = await runImport(device, file, 3 * exchanges);
  return [
    factRow(named('import.transcript', what, 's'), done.seconds, TRANSCRIPT_S),
    factRow(named('import.transcript.cpu', 'of it, processor time of the daemon', 's'), done.daemonSeconds),
    factRow(named('import.transcript.rss', 'cairn import at its largest', 'MB'), done.peakMb, RESIDENT_MB),
  ];
};

/** Runs an import. Throws unless exactly `fresh` memories are new. */
const runImport = async (device: Device, file: string, fresh: number) => {
  const [startedAt, daemonMs] = [performance.now(), await processorMs(device.pid())];
  const child = spawn(cliProgram(), ['import', file, '--json'], {
    env: { ...device.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  let isOver = false;
  child.stdout.setEncoding('utf8').on('data', (part: string) => (out += part));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve)).finally(() => {
    isOver = true;
  });
  let peakMb = 0;
  while (!isOver) {
    peakMb = Math.max(peakMb, (await peakResidentMb(child.pid ?? 0)) ?? 0);
    await Promise.race([ended, sleep(LOOK_MS)]);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const document = JSON.parse(out);
  if ((await ended) !== 0 || document.new !== fresh) throw new Error(`imported otherwise: ${out}`);
  return { seconds, daemonSeconds: ((await processorMs(device.pid())) - daemonMs) / 1_000, peakMb };
};

/**
 * Session id of a made Claude Code transcript. It has prompts and answers of a few sentences. Calls and results of tools make up most of
 * its bytes.
 */
const SESSION = '7c0de000-0000-4000-8000-000000000001';
const BEGAN_MS = Date.UTC(2026, 0, 1);
const TURN_MS = 20_000;
const ANSWERS = 2;
const RESULT_SENTENCES = 30;

/** Returns the lines of exchange `n`: a prompt, then answers with tool results. */
const transcriptLines = (corpus: Corpus, n: number): string => {
  let line = 0;
  const write = (type: 'user' | 'assistant', content: unknown): string => {
    const at = n * (2 * ANSWERS + 1) + line++;
    return JSON.stringify({
      parentUuid: null,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/anna/shop',
      sessionId: SESSION,
      version: '2.1.30',
      gitBranch: 'main',
      type,
      message: { role: type, content },
      uuid: `u-${at}`,
      timestamp: new Date(BEGAN_MS + at * TURN_MS).toISOString(),
    });
  };
  const text = (at: number, sentences: number): string =>
    range(sentences)
      .map((k) => corpus.memory(n * 100 + at * 40 + k))
      .join(' ');
  const exchange = range(ANSWERS).flatMap((answer) => [
    write('assistant', [
      { type: 'text', text: text(answer, 3) },
      {
        type: 'tool_use',
        id: `t-${n}-${answer}`,
        name: 'Read',
        input: { file_path: `/home/anna/shop/${n}.ts` },
      },
    ]),
    write('user', [
      { type: 'tool_result', tool_use_id: `t-${n}-${answer}`, content: text(answer, RESULT_SENTENCES) },
    ]),
  ]);
  return `${[write('user', text(2, 2)), ...exchange].join('\n')}\n`;
};
