/** Calls over a message port, by method name. Arguments and results are plain data. */
import { type CairnError, isRecord } from '@cairn/schema';
import type { EngineEvent } from '../engine/call-events.ts';
import { cairnErrorOfFailure, isStoreFailure } from '../ports/store-failure.ts';

export interface Request {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}

/** `failed`: the store failed. `crashed`: a bug. `event`: a message that answers no call. */
export type Response<V = unknown> =
  | { readonly kind: 'value'; readonly id: number; readonly value: V }
  | { readonly kind: 'failed'; readonly id: number; readonly error: CairnError }
  | { readonly kind: 'crashed'; readonly id: number; readonly message: string; readonly stack: string }
  | { readonly kind: 'event'; readonly event: ThreadEvent };
/** Events of a call come before its answer; so does `forgotten`. [ST-4] */
export type ThreadEvent = 'index_corrupt' | 'forgotten' | EngineEvent;

/** The part of a port or a worker that is needed here. */
export interface Port {
  postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
}

type Method = (...args: never[]) => Promise<unknown>;
type MethodsOf<T> = { readonly [K in keyof T]: T[K] extends Method ? K : never }[keyof T] & string;
type ArgumentsOf<F> = F extends (...args: infer A) => unknown ? A : never;
type ValueOf<F> = F extends (...args: never[]) => Promise<infer V> ? V : never;

export interface Caller<T> {
  /** Rejects with an error that has `cairnError` when the store failed, and with a plain one for a bug. */
  call<K extends MethodsOf<T>>(method: K, ...args: ArgumentsOf<T[K]>): Promise<ValueOf<T[K]>>;
  /** Does the same as `call`, for a method name that the other side sent. */
  send(method: string, args: readonly unknown[]): Promise<unknown>;
  /** Returns the number of calls without an answer yet. */
  waiting(): number;
  /** Calls `close`, which every thread serves. */
  close(): Promise<unknown>;
  /** Handles a message of the port. Both sides are the same program, so the method's type is not checked. */
  receive(response: Response<never>): void;
  /** Rejects all waiting calls, because the other side has ended. */
  end(error: CairnError): void;
}

export type RemoteFailure = Error & { readonly cairnError: CairnError };
export const isRemoteFailure = (error: unknown): error is RemoteFailure =>
  error instanceof Error && 'cairnError' in error;
const remoteFailure = (error: CairnError): RemoteFailure =>
  Object.assign(new Error(error.message), { cairnError: error });

export const createCaller = <T>(port: Port, onEvent: (event: ThreadEvent) => void): Caller<T> => {
  const pending = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (error: Error) => void }
  >();
  let last = 0;
  let ended: CairnError | null = null;
  const send = <V>(method: string, args: readonly unknown[]): Promise<V> => {
    if (ended !== null) return Promise.reject(remoteFailure(ended));
    const id = ++last;
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      port.postMessage({ id, method, args } satisfies Request);
    });
  };
  return {
    call: (method, ...args) => send(method, args),
    send,
    waiting: () => pending.size,
    close: () => send('close', []),
    receive(response) {
      if (response.kind === 'event') return onEvent(response.event);
      const call = pending.get(response.id);
      pending.delete(response.id);
      if (call === undefined) return;
      if (response.kind === 'value') call.resolve(response.value);
      else if (response.kind === 'failed') call.reject(remoteFailure(response.error));
      else call.reject(Object.assign(new Error(response.message), { stack: response.stack }));
    },
    end(error) {
      ended = error;
      for (const { reject } of pending.values()) reject(remoteFailure(error));
      pending.clear();
    },
  };
};
/** Handlers by method name. A thread may add more later. */
export type Handlers = Record<string, (...args: never[]) => Promise<unknown>>;

export interface ServingPort {
  on(event: 'message', listener: (request: Request) => void): unknown;
  postMessage(message: Response, transfer?: readonly ArrayBuffer[]): void;
}

/** Answers each request by the handler of its method. */
export const serve = (port: ServingPort, handlers: Handlers): void => {
  port.on('message', (request) => {
    void answer(handlers, request).then((response) =>
      port.postMessage(response, response.kind === 'value' ? transferable(response.value) : []),
    );
  });
};

const answer = async (handlers: Handlers, { id, method, args }: Request): Promise<Response> => {
  try {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (handler === undefined) throw new Error(`this thread does not serve ${method}`);
    return { kind: 'value', id, value: await Reflect.apply(handler, handlers, [...args]) };
  } catch (error) {
    if (isStoreFailure(error)) return { kind: 'failed', id, error: cairnErrorOfFailure(error) };
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'crashed', id, message, stack };
  }
};

/** Returns the buffers to transfer. A buffer of which an array shows only a part is copied. */
const transferable = (value: unknown): readonly ArrayBuffer[] => {
  const buffers: ArrayBuffer[] = [];
  const visit = (part: unknown, depth: number): void => {
    if (part instanceof Uint8Array) {
      if (part.buffer instanceof ArrayBuffer && part.byteLength === part.buffer.byteLength)
        buffers.push(part.buffer);
    } else if (depth > 0 && isRecord(part)) {
      for (const inner of Object.values(part)) visit(inner, depth - 1);
    }
  };
  // Two levels: a result has a value, and the value has bytes.
  visit(value, 2);
  return buffers;
};
