import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { connect, resolvePaths } from '@cairn/client/device';
import { listResult } from '@cairn/schema';
import { pidAlive, pidIn, waitUntil } from '@cairn/test-support';
import { describe, expect, onTestFinished, test } from 'vitest';
import { cairn, host, type Place, place } from './host.ts';

const daemonPid = ({ home }: Place): number | null => pidIn(join(home, 'daemon.json'));

const contents = async ({ home, env }: Place): Promise<readonly string[]> => {
  const paths = resolvePaths({ env, homeDir: home, platform: process.platform, cwd: '/' });
  const client = await connect(paths, { start: false });
  if (!client.ok) throw new Error(client.error.message);
  const answer = await client.value.request('GET', '/v1/memories?limit=1000');
  client.value.close();
  if (!answer.ok) throw new Error(answer.error.message);
  return listResult.parse(answer.value).memories.map(({ content }) => content);
};

/** Limit: the rule's second, and one more, because a busy Node reports the end of a process late. */
const SOON_MS = 2_000;

describe('cairn mcp', () => {
  test('[MC-9] starts the daemon, goes on with the next one, and leaves a stopped one alone', async () => {
    const at = await place();
    const agent = await host(at);
    expect((await agent.ask('tools/list')).result?.tools).toHaveLength(5);
    const first = daemonPid(at);
    await agent.tool('memory_save', { content: 'before the kill' });
    process.kill(first ?? 0, 'SIGKILL');
    await waitUntil(() => !pidAlive(first ?? 0), { what: 'the daemon to die', timeoutMs: 10_000 });
    await agent.tool('memory_save', { content: 'after the kill' });
    expect(daemonPid(at)).not.toBe(first);
    const stop = spawn(cairn, ['down'], { env: at.env, stdio: 'ignore' });
    expect((await once(stop, 'exit'))[0]).toBe(0);
    await waitUntil(() => daemonPid(at) === null, { what: 'the daemon to stop', timeoutMs: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(daemonPid(at)).toBe(null);
    const { results } = await agent.tool('memory_search', { query: 'before after kill' });
    expect(results).toHaveLength(2);
    expect(agent.stderr()).toBe('');
  });

  test('[MC-13] is answered by a sentence when the daemon hangs, and by the daemon when it goes on', async () => {
    const at = await place();
    const agent = await host(at);
    await agent.tool('memory_save', { content: 'before it hangs' });
    const pid = daemonPid(at) ?? 0;
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => {
      if (pidAlive(pid)) process.kill(pid, 'SIGCONT');
    });
    const began = performance.now();
    const listed = await agent.ask('tools/list');
    expect(listed.error?.message).toContain('did not answer');
    const other = await host(at);
    expect((await other.ask('tools/list')).error?.message).toContain('is running but does not answer');
    // A call must not wait for 30 s five times.
    expect(performance.now() - began).toBeLessThan(20_000);
    process.kill(pid, 'SIGCONT');
    for (const one of [agent, other]) expect((await one.ask('tools/list')).result?.tools).toHaveLength(5);
  });

  test('[MC-9] killed again and again under its work, the daemon loses nothing that was answered', async () => {
    const at = await place();
    const agent = await host(at);
    const saved: string[] = [];
    let isOver = false;
    const work = async (worker: number): Promise<void> => {
      for (let n = 0; !isOver; n++) {
        const content = `worker ${worker} saves number ${n}`;
        // A failure that is reported is no loss.
        await agent.tool('memory_save', { content }).then(
          () => saved.push(content),
          () => undefined,
        );
      }
    };
    const workers = [0, 1, 2, 3].map(work);
    for (let kills = 0; kills < 5; kills++) {
      const before = saved.length;
      await waitUntil(() => saved.length > before + 20, { what: 'some saves', timeoutMs: 60_000 });
      const pid = daemonPid(at);
      if (pid !== null) process.kill(pid, 'SIGKILL');
    }
    const before = saved.length;
    await waitUntil(() => saved.length > before + 5, {
      what: 'a save after the last kill',
      timeoutMs: 60_000,
    });
    isOver = true;
    await Promise.all(workers);
    const kept = new Set(await contents(at));
    expect(saved.filter((content) => !kept.has(content))).toEqual([]);
  });

  test('[MC-10] ends with its standard input, after the answers that are still to come', async () => {
    const at = await place();
    const idle = await host(at);
    idle.child.stdin.end();
    const { code, tookMs } = await idle.ended();
    expect(code).toBe(0);
    expect(tookMs).toBeLessThan(SOON_MS);
    const busy = await host(at);
    const answers = Array.from({ length: 20 }, (_, n) =>
      busy.tool('memory_save', { content: `last words ${n}` }),
    );
    busy.child.stdin.end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 'saved'));
    expect((await busy.ended()).code).toBe(0);
  });

  test('[MC-10] ends with its host, however that ends and no matter who else holds its input open', async () => {
    const at = await place();
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      // The process reads this test's input, which stays open. Its answers follow the line with its number.
      const script =
        'const c = require("node:child_process").spawn(process.argv[1], ["mcp"], { stdio: [0, 1, "ignore"] }); console.log(c.pid); setInterval(() => {}, 1000);';
      const parent = spawn(process.execPath, ['-e', script, cairn], {
        env: at.env,
        stdio: ['pipe', 'pipe', 'ignore'],
      });
      let said = '';
      parent.stdout.setEncoding('utf8').on('data', (part: string) => (said += part));
      parent.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await waitUntil(() => said.includes('"id":1'), { what: 'an answer', timeoutMs: 60_000 });
      const pid = Number(/^\d+$/m.exec(said)?.[0]);
      expect(pidAlive(pid)).toBe(true);
      parent.kill(signal);
      await waitUntil(() => !pidAlive(pid), { what: `its end after ${signal}`, timeoutMs: SOON_MS });
      parent.stdin.destroy();
    }
  });

  test('[MC-10] of hosts that are killed at any moment nothing is left over', async () => {
    const at = await place();
    // Makes all processes share one daemon.
    await host(at);
    const pids: number[] = [];
    for (let round = 0; round < 10; round++) {
      const script =
        'const c = require("node:child_process").spawn(process.argv[1], ["mcp"], { stdio: ["pipe", "ignore", "ignore"] }); c.stdin.write(process.argv[2] + "\\n"); console.log(c.pid); setInterval(() => {}, 1000);';
      const call = { name: 'memory_save', arguments: { content: `host ${round} is about to die` } };
      const line = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });
      const parent = spawn(process.execPath, ['-e', script, cairn, line], {
        env: at.env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [told] = await once(parent.stdout, 'data');
      pids.push(Number(String(told).trim()));
      await new Promise((resolve) => setTimeout(resolve, round * 15));
      parent.kill('SIGKILL');
    }
    await waitUntil(() => pids.every((pid) => !pidAlive(pid)), {
      what: 'their ends',
      timeoutMs: 2 * SOON_MS,
    });
    expect(daemonPid(at)).not.toBe(null);
  });

  test('[MC-10] opens no database and writes nothing to its standard error', async () => {
    const at = await place();
    const agent = await host(at);
    await agent.tool('memory_save', { content: 'where does it go?' });
    const open = readdirSync(`/proc/${agent.pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${agent.pid}/fd/${fd}`);
      } catch {
        return '';
      }
    });
    expect(open.filter((path) => path.includes(at.home))).toEqual([]);
    expect(agent.stderr()).toBe('');
  });

  test('[MC-5] --project and --agent stand before what the host says', async () => {
    const at = await place();
    const agent = await host(at, ['--project', 'acme/web', '--agent', 'robot']);
    const { id } = await agent.tool('memory_save', { content: 'robots like oil' });
    expect(await agent.tool('memory_get', { id })).toMatchObject({ project: 'acme/web', agent: 'robot' });
    const plain = await host(at);
    const other = await plain.tool('memory_save', { content: 'hosts like names' });
    expect(await plain.tool('memory_get', { id: other.id })).toMatchObject({ agent: 'a-host' });
  });

  test('[MC-3] a wrong command line is exit 2 with a sentence, and --help explains', async () => {
    const at = await place();
    const run = async (args: readonly string[]) => {
      const child = spawn(cairn, ['mcp', ...args], { env: at.env, stdio: ['ignore', 'pipe', 'pipe'] });
      const texts = { out: '', err: '' };
      child.stdout.on('data', (part) => (texts.out += String(part)));
      child.stderr.on('data', (part) => (texts.err += String(part)));
      const [code] = await once(child, 'close');
      return { code, ...texts };
    };
    expect(await run(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('--project'),
      err: '',
    });
    const wrong = [['--nonsense'], ['--project', ''], ['--agent= ']];
    for (const args of wrong)
      expect(await run(args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining('cairn: ') });
    expect(daemonPid(at)).toBe(null);
  });
});

describe('many at once', () => {
  test('[MC-11] five processes × 50 saves on a store that does not exist yet keep 250', async () => {
    const at = await place();
    const agents = await Promise.all([0, 1, 2, 3, 4].map(() => host(at)));
    const statuses = await Promise.all(
      agents.flatMap((agent, who) =>
        Array.from({ length: 50 }, (_, n) =>
          agent.tool('memory_save', { content: `agent ${who} knows ${n}` }),
        ),
      ),
    );
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 'saved'));
    expect(new Set(await contents(at)).size).toBe(250);
  });

  /** Saves per client. `CAIRN_MCP=long` makes as many as the rule promises. */
  const EACH = process.env.CAIRN_MCP === 'long' ? 1_000 : 50;
  test(`[MC-11] twenty clients × ${EACH} saves keep all of them`, { timeout: 600_000 }, async () => {
    const at = await place();
    const agents = await Promise.all(Array.from({ length: 20 }, () => host(at)));
    const saved = await Promise.all(
      agents.map(async (agent, who) => {
        const ids: unknown[] = [];
        for (let n = 0; n < EACH; n++)
          ids.push((await agent.tool('memory_save', { content: `client ${who} knows ${n}` })).id);
        return ids;
      }),
    );
    expect(new Set(saved.flat()).size).toBe(20 * EACH);
    const paths = resolvePaths({ env: at.env, homeDir: at.home, platform: process.platform, cwd: '/' });
    const client = await connect(paths, { start: false });
    if (!client.ok) throw new Error(client.error.message);
    const listed = await client.value.request('GET', '/v1/memories?limit=1');
    client.value.close();
    expect(listed.ok && listResult.parse(listed.value).total).toBe(20 * EACH);
  });
});
