/**
 * Hybrid logical clock (Kulkarni et al., 2014). A stamp has 16 bytes: 6 of milliseconds, 2 of a counter, 8 of the device node, which
 * names the author. It is stored as 32 lower-case hex characters, which sort like the bytes. [SY-C1]
 *
 * Stamps order all writes without communication. Devices that never met agree on the later value. A device never writes a stamp below
 * one that it has seen. A version vector would also show concurrent writes, but it grows with the number of devices. With wall clocks
 * alone, a correction would be lost if it was made on a device whose clock is behind.
 *
 * Stamps depend on clocks. A device whose clock is ahead wins until the time of the other devices reaches its stamps. Every device that
 * sees these stamps moves its own stamps as far ahead. Limits of accepted stamps keep this effect small. [SY-C2, TR-5]
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
 * Returns the next stamp of a device, which is not before `nowMs`. It is above `last`, the greatest stamp that the device has published
 * or applied. It is also above `floor`, the present stamp of the written register. A counter that overflows adds a millisecond.
 * [SY-C1, SY-C2]
 */
export const hlcNext = (last: Hlc, nowMs: number, node: string, floor: Hlc = HLC_ZERO): Hlc => {
  const base = maxHlc(last, floor);
  const baseMs = hlcMs(base);
  if (nowMs > baseMs) return hlcOf(nowMs, 0, node);
  const counter = hlcCounter(base) + 1;
  return counter > LIMITS.hlcCounterMax ? hlcOf(baseMs + 1, 0, node) : hlcOf(baseMs, counter, node);
};
