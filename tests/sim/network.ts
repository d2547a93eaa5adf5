/** The server in the same process: the transport to it, its crashes and its hints. */
import type { Hints, SyncServer, SyncStore } from '@cairn/cloud';
import type { SyncTransport, TransportError } from '@cairn/core';
import type { FakeTime, SeededRandom } from '@cairn/core/testing';
import {
  type DeviceId,
  err,
  type Hint,
  ok,
  type PushResponse,
  pullResponse,
  pushResponse,
  type Result,
  type ServerErrorKind,
  type VaultId,
} from '@cairn/schema';
import { Violation } from './violation.ts';
import type { LogRow, ServerCommit, Watch } from './watch.ts';

/** Thrown inside a killed process. The caller gets no answer. */
export class Killed extends Error {}

/** Number of steps until a process is killed; null when it is not to be killed. */
export interface Fuse {
  left: number | null;
}

/** Called at every step of a transaction, so that a kill can come between any two steps. */
export const burn = (fuse: Fuse, onKill: () => void): void => {
  if (fuse.left === null) return;
  if (fuse.left > 0) {
    fuse.left -= 1;
    return;
  }
  fuse.left = null;
  onKill();
  throw new Killed('killed');
};

/** Wraps every method of `target` so that `step` runs before each call. */
export const withSteps = <T extends object>(target: T, step: () => void): T =>
  new Proxy(target, {
    get: (inner, name) => {
      step();
      return Reflect.get(inner, name);
    },
  });

/** Wraps a store whose server process may be killed in the middle of a transaction. The transaction is then rolled back. */
export const crashingStore = (store: SyncStore, fuse: Fuse, deps: CrashingDeps): SyncStore => {
  const step = (): void => burn(fuse, deps.onKill);
  const transaction: SyncStore['transaction'] = async (work) => {
    const answer = await store.transaction(async (tx) => {
      const [written, erased]: [LogRow[], Erased[]] = [[], []];
      const watched: ServerTransaction = {
        ...tx,
        writePush: async (write) => {
          const isWritten = await tx.writePush(write);
          if (isWritten) written.push(...write.inserts, ...write.updates);
          return isWritten;
        },
        eraseLate: async (vault, which) => {
          const late = await tx.eraseLate(vault, which);
          erased.push(...late);
          return late;
        },
        eraseRegisters: async (vault, rows) => {
          erased.push(...rows);
          await tx.eraseRegisters(vault, rows);
        },
      };
      const done = await work(withSteps(watched, step));
      step();
      if (written.length + erased.length > 0) deps.onCommit({ written, erased });
      return done;
    });
    // A kill here comes after the commit and before the answer.
    step();
    return answer;
  };
  return { ...store, transaction, single: transaction };
};

interface CrashingDeps {
  readonly onKill: () => void;
  /** Called just before the commit. From there on, the in-memory twin cannot fail. */
  readonly onCommit: (commit: ServerCommit) => void;
}
type ServerTransaction = Parameters<Parameters<SyncStore['transaction']>[0]>[0];
type Erased = ServerCommit['erased'][number];

export interface SimServer {
  up: boolean;
  /** Number of times that each verdict, refusal and other event occurred. */
  readonly given: Map<string, number>;
  /** Number of requests in progress. */
  busy: number;
  /** Largest number of requests that were in progress at the same time. */
  together: number;
  /** Verdicts by token and bytes of the push. */
  readonly answered: Map<string, string>;
  readonly process: SyncServer;
}

/** Makes a transport. With `isThorough`, answers pass through JSON and the wire's schema, as over HTTP. */
export const directTransport = (
  server: SimServer,
  token: () => string | null,
  { watch, isThorough }: { readonly watch: Watch; readonly isThorough: boolean },
): SyncTransport => {
  const parsed: typeof throughJson = (answer, parse) => (isThorough ? throughJson(answer, parse) : answer);
  const call = async <T>(
    use: (process: SyncServer, session: Session) => Promise<Result<T, Refusal>>,
    other?: string,
  ): Promise<Result<T, TransportError>> => {
    if (!server.up) return unreachable;
    server.busy += 1;
    server.together = Math.max(server.together, server.busy);
    try {
      const session = await server.process.authenticate(other ?? token());
      const answer = session.ok ? await use(server.process, session.value) : session;
      if (!answer.ok) count(server, answer.error.kind);
      return answer.ok ? answer : err(transportError(answer.error));
    } catch (error) {
      if (error instanceof Killed) count(server, 'killed in a transaction');
      else watch.broke(error);
      return unreachable;
    } finally {
      server.busy -= 1;
    }
  };
  return {
    push: (bytes) =>
      call(async (process, session) => {
        const answer = parsed(await process.push(session, bytes), (json) => pushResponse.parse(json));
        if (!answer.ok) return answer;
        for (const { verdict } of answer.value.verdicts) count(server, verdict);
        checkReplay(server, watch, `${token()} ${Buffer.from(bytes).toString('latin1')}`, answer.value);
        return answer;
      }),
    pull: (request) =>
      call(async (process, session) =>
        parsed(await process.pull(session, request), (json) => pullResponse.parse(json)),
      ),
    keyring: (other) => call((process, session) => process.keyring(session), other),
    appendMembers: (request, other) =>
      call((process, session) => process.appendMembers(session, request), other),
    digest: (above) => call((process, session) => process.digest(session, above)),
    digestRows: (query) => call((process, session) => process.digestRows(session, query)),
    registers: (names) => call((process, session) => process.registers(session, names)),
    fork: (request) =>
      call(async (process, session) => {
        const answer = await process.fork(session, request);
        return answer.ok ? ok(null) : answer;
      }),
  };
};

/** [SY-U3] The same bytes sent again change nothing and get the same verdicts. */
const checkReplay = (server: SimServer, watch: Watch, request: string, { verdicts }: PushResponse): void => {
  const now = JSON.stringify(verdicts);
  const before = server.answered.get(request) ?? now;
  server.answered.set(request, now);
  if (before !== now) watch.broke(new Violation('I6', `a push was answered ${before}, and then ${now}`));
};

export const count = ({ given }: SimServer, what: string): void => {
  given.set(what, (given.get(what) ?? 0) + 1);
};

type Session = Parameters<SyncServer['push']>[0];
interface Refusal {
  readonly kind: ServerErrorKind;
  readonly detail: string;
  readonly retryAfterS?: number;
}

const unreachable = err<TransportError>({
  kind: 'unreachable',
  message: 'The server is down.',
  retryAfterMs: null,
});

const transportError = ({ kind, detail, retryAfterS }: Refusal): TransportError => ({
  kind,
  message: detail,
  retryAfterMs: retryAfterS === undefined ? null : retryAfterS * 1_000,
});

const throughJson = <T, E>(answer: Result<T, E>, parse: (json: unknown) => T): Result<T, E> =>
  answer.ok ? ok(parse(JSON.parse(JSON.stringify(answer.value)))) : answer;

/** Hints that arrive late or are lost. [SY-L1] */
export interface SimHints extends Hints {
  lossChance: number;
}

export const createSimHints = (time: FakeTime, random: SeededRandom): SimHints => {
  const listeners = new Set<{ vault: VaultId; device: DeviceId; listener: (hint: Hint) => void }>();
  const hints: SimHints = {
    lossChance: 0.2,
    publish: (vault, hint, audience) => {
      for (const one of listeners) {
        if (one.vault !== vault) continue;
        if (audience.kind !== 'all' && (audience.kind === 'only') !== (audience.device === one.device))
          continue;
        if (random.chance(hints.lossChance)) continue;
        time.after(20 + random.below(60), () => {
          if (listeners.has(one)) one.listener(hint);
        });
      }
    },
    subscribe: (vault, device, listener) => {
      const one = { vault, device, listener };
      listeners.add(one);
      return () => listeners.delete(one);
    },
  };
  return hints;
};
