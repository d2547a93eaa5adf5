/** The address that limits count by. A forwarded one is believed only when the configuration says so. [SY-A5] */
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

const UNKNOWN = 'unknown';

/** One IPv6 customer has a whole /64. */
export const networkOf = (address: string): string => {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [front = '', back] = address.split('::');
  const before = front === '' ? [] : front.split(':');
  const after = back === undefined || back === '' ? [] : back.split(':');
  const zeros = back === undefined ? 0 : Math.max(8 - before.length - after.length, 0);
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
};

/** The last entry is the one that the proxy itself has added. */
const forwarded = (context: Context): string | null =>
  context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() || null;

const remote = (context: Context): string => {
  try {
    return getConnInfo(context).remote.address ?? UNKNOWN;
  } catch {
    // A request that came through no socket: `app.request()` in tests.
    return UNKNOWN;
  }
};

/** `onUntrusted` is called once, when a request names another address and no proxy is trusted. */
export const clientAddress = ({
  trustProxy,
  onUntrusted,
}: {
  readonly trustProxy: boolean;
  readonly onUntrusted?: () => void;
}) => {
  let isTold = false;
  return (context: Context): string => {
    const named = forwarded(context);
    if (named !== null && !trustProxy && !isTold) {
      isTold = true;
      onUntrusted?.();
    }
    return networkOf((trustProxy ? named : null) ?? remote(context));
  };
};

/** Whether the client's side of the connection is TLS. This program speaks none itself: a proxy says so. */
export const clientIsSecure =
  ({ trustProxy }: { readonly trustProxy: boolean }) =>
  (context: Context): boolean =>
    trustProxy && context.req.header('X-Forwarded-Proto')?.split(',').at(-1)?.trim() === 'https';
