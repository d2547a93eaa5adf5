import { expect, test, vi } from 'vitest';
import { mcpBench } from '../testing/mcp-bench.ts';
import { createMcpService } from './mcp-service.ts';

let failures = 0;
vi.mock('./serve.ts', async (load) => {
  const { createServing } = await load<typeof import('./serve.ts')>();
  return {
    createServing: (deps: Parameters<typeof createServing>[0]) => {
      if (failures-- > 0) throw new Error('too many open files');
      return createServing(deps);
    },
  };
});

const asked = () => new Request('http://127.0.0.1/mcp', { method: 'POST', body: '{}' });

test('a client is served although loading failed for the one before', async () => {
  const { deps } = mcpBench();
  failures = 1;
  const service = createMcpService(deps);
  await expect(service.http(asked())).rejects.toThrow('too many open files');
  expect((await service.http(asked())).status).toBeLessThan(500);
  service.end();
});

test('a stop is orderly when loading fails meanwhile', async () => {
  const { deps } = mcpBench();
  failures = 1;
  const unhandled = vi.fn();
  process.once('unhandledRejection', unhandled);
  const service = createMcpService(deps);
  const answer = service.http(asked());
  service.end();
  await expect(answer).rejects.toThrow('too many open files');
  await new Promise(setImmediate);
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
