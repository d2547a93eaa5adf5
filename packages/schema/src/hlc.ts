/**
 * Hybrid logical clock (Kulkarni et al., 2014): 16 bytes that sort by memcmp, kept as 32 lower-case hex characters that sort the same
 * way: 6 bytes milliseconds, 2 bytes counter, 8 bytes device node. The node names the author. [SY-C1]
 *
 * Its benefit: one total order of all writes without communication. Two devices that never met agree on the later value, and a device
 * never writes below a stamp that it has seen. A version vector would also show which writes were concurrent, but it grows with the
 * number of devices. A plain clock would lose a correction made on a device whose clock is behind.
 *
 * Its price: it trusts clocks. A device whose clock is ahead wins until the others' time catches up, and every device that sees its
 * stamps moves its own stamps as far ahead. Limits of accepted stamps keep that small. [SY-C2, TR-5]
 */
import { LIMITS } from './limits.ts';

export type Hlc = string & { readonly __brand: 'Hlc' };

const HLC = /^[0-9a-f]{32}$/;
export const HLC_ZERO = '0'.repeat(32) as Hlc;

export const isHlc = (text: string): text is Hlc => HLC.test(text);

export const hlcOf = (ms: number, counter: number, node: string): Hlc =>
  `${ms.toString(16).padStart(12, '0')}${counter.toString(16).padStart(4, '0')}${node}` as Hlc;

export const hlcMs = (hlc: Hlc): number => Number.parseInt(hlc.slice(0, 12), 16);
export const hlcCounter = (hlc: Hlc): number => Number.parseInt(hlc.slice(12, 16), 16);
export const hlcNode = (hlc: Hlc): string => hlc.slice(16);

/** Compares like memcmp: negative, zero or positive. */
export const compareHlc = (a: Hlc, b: Hlc): number => (a < b ? -1 : a > b ? 1 : 0);
export const maxHlc = (a: Hlc, b: Hlc): Hlc => (a < b ? b : a);

/**
 * Returns the next stamp of a device. It is above `last` (the greatest that the device has published or applied), above `floor` (the
 * present stamp of the written register), and not before `nowMs`. An overflowing counter adds a millisecond. [SY-C1, SY-C2]
 */
export const hlcNext = (last: Hlc, nowMs: number, node: string, floor: Hlc = HLC_ZERO): Hlc => {
  const base = maxHlc(last, floor);
  const baseMs = hlcMs(base);
  if (nowMs > baseMs) return hlcOf(nowMs, 0, node);
  const counter = hlcCounter(base) + 1;
  return counter > LIMITS.hlcCounterMax ? hlcOf(baseMs + 1, 0, node) : hlcOf(baseMs, counter, node);
};
