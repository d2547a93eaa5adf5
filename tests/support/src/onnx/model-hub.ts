// A model hub over real HTTP with the paths of huggingface.co. The API returns a commit and its files with checksums. Large files are
// behind a redirect and support `Range`.

import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ModelFiles } from './word-model.ts';

/**
 * Answer to a request for a large file. `cut`: the connection ends after this many bytes. `stall`: nothing follows after this many
 * bytes. `other`: wrong bytes of the right number. `whole`: `Range` is ignored. `slow`: this many bytes every 20 ms.
 */
export type HubBehaviour =
  | { readonly kind: 'right' | 'other' | 'whole' }
  | { readonly kind: 'cut' | 'stall' | 'slow'; readonly bytes: number }
  | { readonly kind: 'status'; readonly status: number };

export interface ModelHub {
  readonly url: string;
  /** Requests as `path range`, oldest first. The range is empty for a whole file. */
  readonly requests: readonly string[];
  /** Sets the answers for large files. Each request uses the next one, and the last one repeats. */
  behave(...script: readonly [HubBehaviour, ...HubBehaviour[]]): void;
  /** Sets the status of every answer; 200 by default. */
  answerAll(status: number): void;
  close(): Promise<void>;
}

/** Size from which a file is large. Smaller files are in the repository itself. */
const LARGE_BYTES = 1_000;
const SLOW_MS = 20;
const CUT_MS = 50;

const commitOf = (files: ModelFiles): string => hash('sha1', Object.keys(files).join());

const blobOf = (bytes: Uint8Array): string =>
  hash('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]));

export const startModelHub = async (
  repositories: Readonly<Record<string, ModelFiles>>,
  { filesPerPage = 1_000 }: { readonly filesPerPage?: number } = {},
): Promise<ModelHub> => {
  const requests: string[] = [];
  let script: readonly HubBehaviour[] = [{ kind: 'right' }];
  let status = 200;
  const large = new Map(
    Object.values(repositories)
      .flatMap((files) => Object.values(files))
      .map((bytes) => [hash('sha256', bytes), bytes]),
  );
  const next = (): HubBehaviour => {
    const [first = { kind: 'right' }, ...rest] = script;
    if (rest.length > 0) script = rest;
    return first;
  };
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://hub');
    const range = request.headers.range ?? '';
    requests.push(`${path} ${range}`.trim());
    const [, sum] = /^\/large\/(\w+)$/.exec(path) ?? [];
    const bytes = large.get(sum ?? '');
    const found = Object.entries(repositories).find(
      ([name]) => path.startsWith(`/api/models/${name}/`) || path.startsWith(`/${name}/resolve/`),
    );
    if (status !== 200) end(response, status, '{}');
    else if (bytes !== undefined) giveLarge(response, bytes, range, next());
    else if (found === undefined) end(response, 404, '{"error":"Repository not found"}');
    else if (path.includes('/tree/')) {
      const from = Number(searchParams.get('cursor') ?? 0);
      givePage(response, path, listOf(found[1]), { from, count: filesPerPage });
    } else giveSmall(response, path, found[0], found[1]);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${portOf(address)}`,
    requests,
    behave(...all) {
      script = all;
    },
    answerAll(code) {
      status = code;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const portOf = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0;

const end = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(text);
};

const giveSmall = (response: ServerResponse, path: string, name: string, files: ModelFiles): void => {
  const commit = commitOf(files);
  const rest = path.slice(path.startsWith('/api/') ? `/api/models/${name}/`.length : name.length + 2);
  const bytes = files[rest.replace(`resolve/${commit}/`, '')];
  if (rest === 'revision/main' || rest === `revision/${commit}`)
    end(response, 200, JSON.stringify({ id: name, sha: commit }));
  else if (bytes === undefined) end(response, 404, '{"error":"Entry not found"}');
  else if (bytes.length >= LARGE_BYTES)
    response.writeHead(302, { location: `/large/${hash('sha256', bytes)}` }).end();
  else response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
};

const givePage = (
  response: ServerResponse,
  path: string,
  files: readonly unknown[],
  { from, count }: { readonly from: number; readonly count: number },
): void => {
  const next = from + count;
  if (next < files.length)
    response.setHeader('link', `<https://hub.example${path}?recursive=true&cursor=${next}>; rel="next"`);
  end(response, 200, JSON.stringify(files.slice(from, next)));
};

const listOf = (files: ModelFiles) =>
  Object.entries(files).map(([path, bytes]) => ({
    ...{ type: 'file', oid: blobOf(bytes), size: bytes.length, path },
    ...(bytes.length < LARGE_BYTES
      ? {}
      : { lfs: { oid: hash('sha256', bytes), size: bytes.length, pointerSize: 130 } }),
  }));

const giveLarge = (
  response: ServerResponse,
  bytes: Uint8Array,
  range: string,
  behaviour: HubBehaviour,
): void => {
  if (behaviour.kind === 'status') {
    end(response, behaviour.status, '');
    return;
  }
  const from = behaviour.kind === 'whole' ? 0 : Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0);
  if (from >= bytes.length) {
    response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    return;
  }
  const part = behaviour.kind === 'other' ? bytes.slice(from).fill(7) : bytes.subarray(from);
  response.writeHead(from === 0 ? 200 : 206, {
    'content-length': part.length,
    ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
  });
  if (behaviour.kind === 'cut' || behaviour.kind === 'stall') {
    response.write(part.subarray(0, behaviour.bytes), () => {
      // Waits, because bytes in flight are lost when a connection ends at once.
      if (behaviour.kind === 'cut') setTimeout(() => response.destroy(), CUT_MS);
    });
  } else if (behaviour.kind === 'slow') drip(response, part, behaviour.bytes);
  else response.end(part);
};

const drip = (response: ServerResponse, rest: Uint8Array, bytes: number): void => {
  if (response.destroyed) return;
  response.write(rest.subarray(0, bytes));
  if (rest.length <= bytes) response.end();
  else setTimeout(() => drip(response, rest.subarray(bytes), bytes), SLOW_MS);
};
