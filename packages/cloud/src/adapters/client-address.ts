/** Finds the client's address for the rate limits. Uses a forwarded address only if the configuration trusts the proxy. [SY-A5] */
import { orElse } from '@cairn/schema';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/** Returns the /64 network of an IPv6 address, because one customer has a whole /64. Returns an IPv4 address as it is. */
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

/** Returns the last forwarded address, which the nearest proxy added. Some proxies add the port: `192.0.2.7:5123`, `[2001:db8::1]:5123`. */
const forwarded = (context: Context): string | null => {
  const last = context.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() ?? '';
  return /^\[([^\]]+)\](?::\d+)?$/.exec(last)?.[1] ?? (last.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1') || null);
};

/** `app.request()` in tests comes through no socket. */
const remote = (context: Context): string =>
  orElse(() => getConnInfo(context).remote.address, undefined) ?? 'unknown';

/** Returns a function that finds the client's address. Calls `onUntrusted` once, at the first forwarded address without trust. */
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

/** Returns a function that checks whether the client uses TLS. Only a trusted proxy can report that, as this server speaks HTTP. */
export const clientIsSecure =
  ({ trustProxy }: { readonly trustProxy: boolean }) =>
  (context: Context): boolean =>
    trustProxy && context.req.header('X-Forwarded-Proto')?.split(',').at(-1)?.trim() === 'https';
