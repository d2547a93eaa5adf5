/** The MCP server over an engine in memory, with real clients of the SDK and a fake clock. */
import { Duplex } from 'node:stream';
import { countTokens } from '@cairn/core';
import { createEngineBench } from '@cairn/core/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { readCaller } from '../mcp/caller.ts';
import { createPace } from '../mcp/pace.ts';
import { createServing } from '../mcp/serve.ts';
import type { McpDeps } from '../mcp/server.ts';
import { createFinding } from '../services/finding.ts';
import { createGate } from '../services/gate.ts';
import { createMemories } from '../services/memories.ts';
import { createTurns } from '../services/turns.ts';

export const mcpBench = () => {
  const { read, write, time } = createEngineBench();
  const shown: string[] = [];
  const wrote: string[] = [];
  const gate = createGate();
  const memories = createMemories({
    engine: () => ({ ...read, ...write, readOnly: null }),
    projects: { projectOf: async (folder) => `project:${folder}`, canonical: (project) => project },
    access: { note: (ids) => void shown.push(...ids), flush: async () => undefined },
    finding: createFinding({
      engine: () => read,
      meaningOf: async () => ({ kind: 'none', reason: null }),
    }),
    sync: { pullBriefly: async () => undefined },
    summaries: { sessionBegan: () => undefined },
    wrote: (ids) => void wrote.push(...ids),
    forgot: () => undefined,
    figures: { saved: () => undefined, searched: () => undefined },
    steadyMs: time.nowMs,
    given: { note: () => undefined, end: async () => undefined },
    branches: { note: () => undefined },
  });
  const turns = createTurns(time.nowMs);
  const bugs: unknown[] = [];
  const deps: McpDeps = {
    memories,
    gate,
    countTokens,
    fence: { secret: 's', reader: '' },
    notePace: createPace(time.nowMs),
    turnOf: async ({ agent, cwd }) => turns.of({ agent: agent ?? '', project: cwd }),
    version: '1.2.3',
    onBug: (error) => void bugs.push(error),
  };
  const serving = createServing(deps);
  const fetchHere =
    (headers: Readonly<Record<string, string>>) =>
    (url: URL | string, init?: RequestInit): Promise<Response> => {
      const request = new Request(url, init);
      for (const [name, value] of Object.entries(headers))
        request.headers.set(name, encodeURIComponent(value));
      return serving.http(request);
    };
  return {
    ...{ read, write, time, memories, turns, deps, serving, shown, wrote, bugs, gate },
    /** Returns a client over HTTP. `modern` speaks the stateless protocol of 2026. */
    async client({ era = 'modern', headers = {}, name = 'test-client' }: ClientWish = {}): Promise<Client> {
      const options = era === 'modern' ? { versionNegotiation: { mode: 'auto' as const } } : {};
      const client = new Client({ name, version: '1.0.0' }, options);
      const fetch = fetchHere(headers);
      await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }));
      return client;
    },
    /** Returns the near end of a connection like that of `cairn mcp`. */
    pipe(headers: Readonly<Record<string, string>> = {}) {
      const [near, far] = socketPair();
      const opened = serving.pipe(
        far,
        readCaller((name) => headers[name]),
      );
      return { socket: near, finish: opened.finish };
    },
  };
};

export interface ClientWish {
  readonly era?: 'modern' | '2025';
  readonly headers?: Readonly<Record<string, string>>;
  readonly name?: string;
}

const socketPair = (): readonly [Duplex, Duplex] => {
  const ends: Duplex[] = [];
  const make = (other: () => Duplex | undefined): Duplex =>
    new Duplex({
      read: () => undefined,
      write: (chunk, _encoding, done) => {
        other()?.push(chunk);
        done();
      },
      final: (done) => {
        other()?.push(null);
        done();
      },
    });
  const near = make(() => ends[1]);
  const far = make(() => ends[0]);
  ends.push(near, far);
  return [near, far];
};
