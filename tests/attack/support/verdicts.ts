// Answers of a hostile server to pushes, keyrings and member lists, and errors in its own words.

import { randomBytes } from 'node:crypto';
import {
  hlcOf,
  keyringResponse,
  SERVER_ERROR_KINDS,
  SERVER_ERRORS,
  type ServerErrorKind,
} from '@cairn/schema';
import { changedPage, FUTURE_MS, json, KEYRING, PULL, PUSH, parse, problem, pushed } from './answers.ts';
import { FFFF } from './pages.ts';
import { worldNowMs } from './passage.ts';
import { type Answer, type Behaviour, EVENTS, type Exchange } from './proxy.ts';

interface Verdict {
  readonly verdict: string;
  readonly hlc: string | null;
}

/** Discards the push and gives each item this verdict, with the history that the device knows. Only a comparison can reveal it. */
const judged = (exchange: Exchange, of: (item: { readonly hlc: string }, at: number) => Verdict): Answer => {
  const { items, anchor } = pushed(exchange);
  const head = Number(anchor.split('.')[0]);
  const verdicts = items.map((item, at) => ({
    entity: item.entity,
    facet: item.facet,
    seq: Math.max(1, head),
    ...of({ hlc: String(Object(item).hlc) }, at),
  }));
  return json({ verdicts, head, anchor, serverTime: worldNowMs() });
};

/** Acknowledges pushes and discards them. */
export const lieOk = (): Behaviour => ({
  name: 'lie about ok',
  deal: (exchange) =>
    exchange.path === PUSH ? judged(exchange, ({ hlc }) => ({ verdict: 'ok', hlc })) : null,
});

/** Reports that the saved memories were forgotten, under stamps of its own. */
export const gone = (): Behaviour => ({
  name: 'gone',
  deal: (exchange) =>
    exchange.path === PUSH
      ? judged(exchange, ({ hlc }, at) => ({
          verdict: 'gone',
          hlc: [hlc, hlcOf(worldNowMs() + 1_000, 0, 'f'.repeat(16))][at % 2] ?? hlc,
        }))
      : null,
});

/** Forges a tombstone from the end of time in two steps: a verdict, and then a page that seems to confirm it and holds nothing sealed. */
export const goneInFuture = (): Behaviour => {
  const forged = new Map<string, object>();
  return {
    name: 'gone in the future',
    deal: (exchange, pass) => {
      if (exchange.path === PUSH) {
        for (const { entity } of pushed(exchange).items)
          forged.set(entity, { entity, facet: 'gone', hlc: FFFF, v: 1, kg: 0 });
        return judged(exchange, () => ({ verdict: 'gone', hlc: FFFF }));
      }
      if (exchange.path !== PULL) return null;
      return changedPage(pass, (page) => {
        const payload = randomBytes(64).toString('base64url');
        const items = [...forged.values()].map((item) => ({ ...item, seq: page.head, payload }));
        return { ...page, items: [...page.items, ...items] };
      });
    },
  };
};

/** Reports forever that the device's clock is ahead, for every item, by a server clock that jumps. */
export const clockAhead = (): Behaviour => {
  let asked = 0;
  return {
    name: 'clock ahead for ever',
    deal: (exchange) => {
      if (exchange.path !== PUSH) return null;
      const { status, headers, body } = judged(exchange, () => ({ verdict: 'clock_ahead', hlc: null }));
      const serverTime = asked++ % 2 === 0 ? FUTURE_MS : 1;
      return { status, headers, body: Buffer.from(JSON.stringify({ ...Object(parse(body)), serverTime })) };
    },
  };
};

/** Gives every item each refusal in turn. */
export const refuse = (): Behaviour => ({
  name: 'refuse',
  deal: (exchange) =>
    exchange.path === PUSH
      ? judged(exchange, (_, at) => ({
          verdict: ['too_big', 'old_key', 'malformed', 'stale'][at % 4] ?? 'stale',
          hlc: null,
        }))
      : null,
});

/** Serves member lists that are empty, out of order, lack a member or hold a stranger. Hints make devices ask for them. */
export const keyring = (): Behaviour => {
  let asked = 0;
  const lies: readonly ((list: readonly object[]) => readonly object[])[] = [
    (list) => list.filter((_, at) => at !== 1),
    (list) => list.toReversed(),
    (list) => list.map((entry, at) => (at === list.length - 1 ? { ...entry, by: 'recovery' } : entry)),
    () => [],
    (list) => [...list, { ...list.at(-1), n: list.length + 1, signature: '0'.repeat(128) }],
    (list) => list.slice(0, 1),
  ];
  return {
    name: 'keyring',
    deal: async ({ path }, pass) => {
      if (path === EVENTS) return keysHints;
      if (path !== KEYRING) return null;
      const answer = await pass();
      const honest = keyringResponse.safeParse(parse(answer.body));
      if (!honest.success) return answer;
      const members = lies[asked++ % lies.length]?.(honest.data.members) ?? [];
      const generations = asked % 2 === 0 ? honest.data.generations : [];
      return json({ ...honest.data, members, generations, keys: asked % 3 === 0 ? [] : honest.data.keys });
    },
  };
};

const keysHints = (response: import('node:http').ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let kg = 2;
  const again = setInterval(() => {
    const hint = JSON.stringify({ kind: 'keys', kg: kg++ });
    response.write(`event: keys\ndata: ${hint}\n\n`);
  }, 200);
  response.once('close', () => clearInterval(again));
};

/** Control sequences of a terminal: a title, a cleared screen, a link, and reversed text. */
const ESCAPES = `\u001b]0;owned\u0007\u001b[2J\u001b]8;;http://evil.example\u0007\u202eevil\u202c\u009b31m\u0000\r`;

/** Errors after which a device rarely asks: it is not wanted, or too old. */
const UNWANTED = new Set<string>([
  'protocol_too_old',
  'device_revoked',
  'not_found',
  'registration_closed',
  'setup_token_wrong',
  'session_refused',
  'invitation_unknown',
  'invitation_expired',
  'invitation_refused',
  'challenge_failed',
]);

/** Returns every other error of the protocol in turn, with control sequences in its message. */
export const words = (): Behaviour =>
  saying(
    'words with escape sequences',
    SERVER_ERROR_KINDS.filter((kind) => !UNWANTED.has(kind)),
  );

/** Does the same for the errors after which a device rarely asks. */
export const unwanted = (): Behaviour =>
  saying(
    'you are not wanted here',
    SERVER_ERROR_KINDS.filter((kind) => UNWANTED.has(kind)),
  );

const saying = (name: string, kinds: readonly ServerErrorKind[]): Behaviour => {
  let asked = 0;
  return {
    name,
    deal: ({ path }) => {
      if (path === EVENTS) return null;
      const kind = kinds[asked++ % kinds.length] ?? 'internal';
      const answer = problem(kind, SERVER_ERRORS[kind][0], `${ESCAPES}${'long '.repeat(2_000)}`);
      return { ...answer, headers: { ...answer.headers, 'retry-after': '99999999999' } };
    },
  };
};
