/** `npm run bench -- NAME [--json] [--quick]`: measures, prints, and removes all files and processes that it made. */
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bootstrap } from './benches/bootstrap.ts';
import { context } from './benches/context.ts';
import { hook } from './benches/hook.ts';
import { importing } from './benches/import.ts';
import { live } from './benches/live.ts';
import { load } from './benches/load.ts';
import { mcp } from './benches/mcp.ts';
import { page } from './benches/page.ts';
import { prompt } from './benches/prompt.ts';
import { prompts } from './benches/prompts.ts';
import { readable } from './benches/readable.ts';
import { remote } from './benches/remote.ts';
import { save } from './benches/save.ts';
import { schedule } from './benches/schedule.ts';
import { search } from './benches/search.ts';
import { session } from './benches/session.ts';
import { start } from './benches/start.ts';
import { steady } from './benches/steady.ts';
import { sync } from './benches/sync.ts';
import { trust } from './benches/trust.ts';
import { type BenchDocument, type Machine, tableOf } from './report.ts';
import { openEmbedding } from './retrieval/embedding.ts';
import { evaluateRetrieval } from './retrieval/evaluate.ts';
import { retrievalTables } from './retrieval/tables.ts';
import { type Bench, createCleanup, OPTION_NAMES, type OptionName, type World } from './world.ts';

const BENCHES: Readonly<Record<string, Bench>> = {
  save,
  search,
  mcp,
  prompt,
  prompts,
  context,
  hook,
  sync,
  bootstrap,
  start,
  session,
  live,
  import: importing,
  load,
  steady,
  readable,
  remote,
  page,
  schedule,
  trust,
};

/** The evaluation of answer quality. It is not part of `all`. */
const EVALUATION = 'retrieval';

const USAGE = `usage: npm run bench -- [${Object.keys(BENCHES).join('|')}|all] [--json] [--quick]
       npm run bench -- ${EVALUATION} [--data PATH] [--json] [--quick]
  --json   one document on standard output
  --quick  small sizes: shows that everything runs, the figures mean little
  --vaults N  --devices N  --seconds S
           how much load puts on, and for how long each time; live and steady: how many devices listen
  --memories N  search: in a store of that size too, which 1000000 takes long to fill
  --data   conversations with questions: LoCoMo's file, or a folder of REALTALK, BEAM or MemDaily; without it, dialogues of our own
`;

/** Reads the first line of `stat` in proc(5): user, nice, system, idle, iowait, irq, softirq, steal. */
const processorTimes = () => {
  if (process.platform !== 'linux') return null;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
};

const stolenSince = (before: ReturnType<typeof processorTimes>): number | null => {
  const now = processorTimes();
  if (before === null || now === null || now.all === before.all) return null;
  return Math.round((100 * (now.stolen - before.stolen)) / (now.all - before.all));
};

const machineOf = (): Omit<Machine, 'stolen'> => {
  const [first] = cpus();
  return {
    cpu: first?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    load: Number((loadavg()[0] ?? 0).toFixed(1)),
  };
};

const cleanup = createCleanup();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void cleanup.run().finally(() => process.exit(130));
  });
}

type Asked = NonNullable<ReturnType<typeof parseAsked>>;

const FLAG = { type: 'boolean', default: false } as const;
const TEXT = { type: 'string' } as const;

/** Returns null when the arguments are not valid. */
const parseAsked = (args: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: FLAG,
        quick: FLAG,
        vaults: TEXT,
        devices: TEXT,
        seconds: TEXT,
        memories: TEXT,
        data: TEXT,
      },
    });
    const [name = 'all', ...others] = positionals;
    const options: Partial<Record<OptionName, number>> = {};
    for (const option of OPTION_NAMES) {
      const text = values[option];
      if (text === undefined) continue;
      if (!/^[1-9]\d{0,6}$/.test(text)) return null;
      options[option] = Number(text);
    }
    const { json, quick, data } = values;
    if (others.length > 0 || (data !== undefined && name !== EVALUATION)) return null;
    return { name, json, quick, data: data ?? null, options };
  } catch {
    return null;
  }
};

const worldOf = ({ quick, options }: Asked): World => ({
  quick,
  cleanup,
  say: (line) => console.error(line),
  size: (full, small) => (quick ? small : full),
  option: (option) => options[option] ?? null,
});

const measure = async (asked: Asked, benches: readonly Bench[]): Promise<BenchDocument> => {
  const world = worldOf(asked);
  const machine = machineOf();
  const before = processorTimes();
  const rows = [];
  try {
    for (const bench of benches) {
      rows.push(...(await bench(world)));
      await cleanup.run();
    }
  } finally {
    await cleanup.run();
  }
  return { bench: asked.name, machine: { ...machine, stolen: stolenSince(before) }, rows };
};

const print = <T>({ json }: Asked, document: T, asTable: (document: T) => string): void => {
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : asTable(document));
};

const run = async (args: readonly string[]): Promise<number> => {
  const asked = parseAsked(args);
  if (asked?.name === EVALUATION) {
    // A relative path is relative to the caller's folder, which npm gives in `INIT_CWD`.
    const path = asked.data === null ? null : resolve(process.env.INIT_CWD ?? '.', asked.data);
    try {
      print(asked, await evaluateRetrieval(worldOf(asked), path, openEmbedding()), retrievalTables);
      return 0;
    } finally {
      await cleanup.run();
    }
  }
  const named = asked?.name === 'all' ? Object.values(BENCHES) : [BENCHES[asked?.name ?? '']];
  const benches = named.filter((bench) => bench !== undefined);
  if (asked === null || benches.length === 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  print(asked, await measure(asked, benches), tableOf);
  return 0;
};

process.exitCode = await run(process.argv.slice(2));
