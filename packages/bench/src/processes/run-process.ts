import { spawn } from 'node:child_process';
import { eachInTurn, range, timed } from '../measure.ts';
import type { Round } from '../report.ts';
import type { World } from '../world.ts';
import type { Device } from './device.ts';

/** Resolves when the process ends; rejects when its exit code is not 0. With `input`, the process reads it on standard input. */
export const runProcess = (program: string, args: readonly string[], env: Device['env'], input?: string) =>
  new Promise<void>((resolve, reject) => {
    const stdin = input === undefined ? 'ignore' : 'pipe';
    const child = spawn(program, args, { env, stdio: [stdin, 'ignore', 'ignore'] });
    child.once('error', reject);
    child.stdin?.on('error', () => undefined);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}`));
    });
    child.stdin?.end(input);
  });

/** Measures a process of ours and an empty Node process in turn, after one of each. `input`: what the empty one reads. */
export const roundsBesideNode = async (
  world: World,
  { env }: Device,
  ours: () => Promise<number>,
  input?: string,
): Promise<readonly Round[]> => {
  // The plain Node process gets no code cache, as with `node -e 0` in a shell.
  const { NODE_COMPILE_CACHE: _, ...plain } = env;
  const bare = () => timed(() => runProcess(process.execPath, ['-e', '0'], plain, input));
  const inTurn = async () => ({ ours: await ours(), bare: await bare() });
  await inTurn();
  return eachInTurn(range(world.size(12, 2)), async () => {
    const pairs = await eachInTurn(range(world.size(5, 2)), inTurn);
    return { ours: pairs.map((pair) => pair.ours), bare: pairs.map((pair) => pair.bare) };
  });
};
