/** `npm run bench -- NAME [--json] [--quick]`: measures, prints, and leaves nothing behind. */
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { bootstrap } from './benches/bootstrap.ts';
import { save } from './benches/save.ts';
import { search } from './benches/search.ts';
import { start } from './benches/start.ts';
import { sync } from './benches/sync.ts';
import { createCleanup } from './cleanup.ts';
import { type BenchDocument, type Machine, tableOf } from './report.ts';
import type { Bench, World } from './world.ts';

const BENCHES: Readonly<Record<string, Bench>> = { save, search, sync, bootstrap, start };

const USAGE = `usage: npm run bench -- [${Object.keys(BENCHES).join('|')}|all] [--json] [--quick]
  --json   one document on standard output
  --quick  small sizes: shows that everything runs, the figures mean little
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

const measure = async (name: string, benches: readonly Bench[], quick: boolean): Promise<BenchDocument> => {
  const world: World = {
    quick,
    cleanup,
    say: (line) => console.error(line),
    size: (full, small) => (quick ? small : full),
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
  const flags = args.filter((arg) => arg.startsWith('--'));
  const [name = 'all', ...others] = args.filter((arg) => !arg.startsWith('--'));
  const benches = name === 'all' ? Object.values(BENCHES) : [BENCHES[name]];
  const known = benches.filter((bench) => bench !== undefined);
  const isFlag = (flag: string): boolean => flag === '--json' || flag === '--quick';
  if (known.length === 0 || others.length > 0 || !flags.every(isFlag)) {
    process.stderr.write(USAGE);
    return 2;
  }
  const document = await measure(name, known, flags.includes('--quick'));
  process.stdout.write(flags.includes('--json') ? `${JSON.stringify(document)}\n` : tableOf(document));
  return 0;
};

process.exitCode = await run(process.argv.slice(2));
