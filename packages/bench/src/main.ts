/** `npm run bench -- NAME [--json] [--quick]`: measures, prints, and leaves nothing behind. */
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { bootstrap } from './benches/bootstrap.ts';
import { live } from './benches/live.ts';
import { load } from './benches/load.ts';
import { save } from './benches/save.ts';
import { search } from './benches/search.ts';
import { start } from './benches/start.ts';
import { sync } from './benches/sync.ts';
import { createCleanup } from './cleanup.ts';
import { type BenchDocument, type Machine, tableOf } from './report.ts';
import { type Bench, OPTION_NAMES, type OptionName, type World } from './world.ts';

const BENCHES: Readonly<Record<string, Bench>> = { save, search, sync, bootstrap, start, live, load };

const USAGE = `usage: npm run bench -- [${Object.keys(BENCHES).join('|')}|all] [--json] [--quick]
  --json   one document on standard output
  --quick  small sizes: shows that everything runs, the figures mean little
  --vaults N  --devices N  --seconds S
           how much load puts on, and for how long each time; live: how many devices wait
`;

interface ProcessorTimes {
  readonly all: number;
  readonly stolen: number;
}

/** The first line of proc(5)'s stat: user, nice, system, idle, iowait, irq, softirq, steal. */
const processorTimes = (): ProcessorTimes | null => {
  if (process.platform !== 'linux') return null;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
};

const stolenSince = (before: ProcessorTimes | null): number | null => {
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

interface Asked {
  readonly name: string;
  readonly json: boolean;
  readonly quick: boolean;
  readonly options: Readonly<Partial<Record<OptionName, number>>>;
}

const FLAG = { type: 'boolean', default: false } as const;
const TEXT = { type: 'string' } as const;

/** Null when it is not understood. */
const parseAsked = (args: readonly string[]): Asked | null => {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: FLAG, quick: FLAG, vaults: TEXT, devices: TEXT, seconds: TEXT },
    });
    const [name = 'all', ...others] = positionals;
    const options: Partial<Record<OptionName, number>> = {};
    for (const option of OPTION_NAMES) {
      const text = values[option];
      if (text === undefined) continue;
      if (!/^[1-9]\d{0,5}$/.test(text)) return null;
      options[option] = Number(text);
    }
    return others.length > 0 ? null : { name, json: values.json, quick: values.quick, options };
  } catch {
    return null;
  }
};

const measure = async (
  { name, quick, options }: Asked,
  benches: readonly Bench[],
): Promise<BenchDocument> => {
  const world: World = {
    quick,
    cleanup,
    say: (line) => console.error(line),
    size: (full, small) => (quick ? small : full),
    option: (option) => options[option] ?? null,
  };
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
  return { bench: name, machine: { ...machine, stolen: stolenSince(before) }, rows };
};

const run = async (args: readonly string[]): Promise<number> => {
  const asked = parseAsked(args);
  const named = asked?.name === 'all' ? Object.values(BENCHES) : [BENCHES[asked?.name ?? '']];
  const benches = named.filter((bench) => bench !== undefined);
  if (asked === null || benches.length === 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  const document = await measure(asked, benches);
  process.stdout.write(asked.json ? `${JSON.stringify(document)}\n` : tableOf(document));
  return 0;
};

process.exitCode = await run(process.argv.slice(2));
