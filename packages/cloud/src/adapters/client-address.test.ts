import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress, networkOf } from './client-address.ts';

test('[SY-A5] an IPv6 customer counts as one network, an IPv4 address as itself', () => {
  expect(networkOf('192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2');
  expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0');
  expect(networkOf('::1')).toBe('0:0:0:0');
});

test('[SY-A5] a forwarded address is believed only when a proxy is trusted', async () => {
  const addressFor = async (trustProxy: boolean, last = '192.0.2.5') => {
    const app = new Hono().get('/', (context) => context.text(clientAddress({ trustProxy })(context)));
    const headers = { 'X-Forwarded-For': `203.0.113.9, ${last}` };
    return (await app.request('/', { headers })).text();
  };
  expect(await addressFor(true)).toBe('192.0.2.5');
  expect(await addressFor(false)).toBe('unknown');
  // The port differs with every connection of one client.
  expect(await addressFor(true, '192.0.2.5:51234')).toBe('192.0.2.5');
  for (const last of ['2001:db8::9', '[2001:db8::9]', '[2001:db8::9]:51234'])
    expect(await addressFor(true, last)).toBe('2001:db8:0:0');
});

test('[SY-A5] an address that is named and not believed is told once', async () => {
  const told: string[] = [];
  const addressOf = clientAddress({ trustProxy: false, onUntrusted: () => told.push('told') });
  const app = new Hono().get('/', (context) => context.text(addressOf(context)));
  await app.request('/');
  expect(told).toEqual([]);
  for (let at = 0; at < 3; at++) await app.request('/', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect(told).toHaveLength(1);
});
