// Reads and changes messages, for the behaviours of a hostile server.

import {
  type PulledItem,
  type PullResponse,
  type PushRequest,
  pullResponse,
  pushRequest,
} from '@cairn/schema';
import { worldNowMs } from './passage.ts';
import type { Answer, Exchange, Pass } from './proxy.ts';

export const PULL = '/v1/pull';
export const PUSH = '/v1/push';
export const KEYRING = '/v1/keyring';

export const FUTURE_MS = Date.UTC(2076, 0, 1);

export const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(value)),
});

export const problem = (kind: string, status: number, detail: string): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json' },
  body: Buffer.from(
    JSON.stringify({
      type: `urn:cairn:problem:${kind}`,
      title: detail,
      status,
      detail,
      kind,
      serverTime: worldNowMs(),
      epoch: '0'.repeat(32),
    }),
  ),
});

/** Returns the server's page, changed. Anything but a page passes unchanged. */
export const changedPage = async (
  pass: Pass,
  change: (page: PullResponse) => unknown,
  exchange?: Partial<Exchange>,
): Promise<Answer> => {
  const answer = await pass(exchange);
  const page = pullResponse.safeParse(parse(answer.body));
  return page.success && answer.status === 200 ? json(change(page.data)) : answer;
};

export const changedItems = (pass: Pass, change: (items: readonly PulledItem[]) => readonly unknown[]) =>
  changedPage(pass, (page) => ({ ...page, items: change(page.items) }));

export const pushed = ({ body }: Exchange): PushRequest => pushRequest.parse(parse(body));

export const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
};

/** Returns the same numbers in every run. */
export const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};
