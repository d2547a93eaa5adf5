import { expect, test } from 'vitest';
import { mcpBench } from '../testing/mcp-bench.ts';

test('[MC-6] a turn that hooks tell of counts the same, and the next prompt begins another', async () => {
  const { client, turns } = mcpBench();
  const host = await client({
    name: 'codex-mcp-client',
    headers: { 'cairn-cwd': '/shop', 'cairn-session': 's' },
  });
  const save = async (n: number) => {
    const { isError } = await host.callTool({
      name: 'memory_save',
      arguments: { content: `Fact ${n} of it.` },
    });
    return isError !== true;
  };
  const place = { agent: 'codex', project: '/shop' };
  const counted = async (from: number) => {
    for (let n = 0; n < 5; n++) expect(await save(from + n)).toBe(true);
    return save(from + 5);
  };
  expect(await counted(0)).toBe(true);
  turns.begin(place, 'codex:1');
  expect(await counted(10)).toBe(false);
  turns.rest('codex:1');
  expect(await save(20)).toBe(false);
  turns.begin(place, 'codex:1');
  expect(await counted(30)).toBe(false);
  // While two sessions work at once, a save cannot be assigned to one of them.
  turns.begin(place, 'codex:2');
  expect(await counted(40)).toBe(true);
  turns.end('codex:1');
  expect(await counted(50)).toBe(false);
  turns.begin({ ...place, project: '/other' }, 'codex:3');
  expect(await save(60)).toBe(false);
  turns.end('codex:2');
  expect(await save(61)).toBe(true);
});
