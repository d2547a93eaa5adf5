/** Our own export: what makes a file one, and its head. */
import type { Memory } from '@cairn/schema';
import { EXPORT_FORMAT, EXPORT_VERSION } from '@cairn/schema';
import { type Found, isObject } from './found.ts';

export const ndjsonHead = (exportedAt: string, memories: number): string =>
  `${JSON.stringify({ kind: 'header', format: EXPORT_FORMAT, version: EXPORT_VERSION, exportedAt, memories })}\n`;
export const ndjsonItem = (memory: Memory): string => `${JSON.stringify(memory)}\n`;

export const jsonHead = (exportedAt: string): string =>
  `${JSON.stringify({ kind: 'header', format: EXPORT_FORMAT, version: EXPORT_VERSION, exportedAt }).slice(0, -1)},"memories":[`;
export const jsonItem = (memory: Memory, at: number): string =>
  `${at === 0 ? '\n' : ',\n'}${JSON.stringify(memory)}`;
export const JSON_TAIL = '\n]}\n';

/** Whether an object is the header of an export, and of which version. */
export const headerVersion = (value: unknown): number | null =>
  isObject(value) && value.format === EXPORT_FORMAT && typeof value.version === 'number'
    ? value.version
    : null;

/** Of an export that this program is too old for. */
export const versionProblem = (version: number | null): string | null =>
  version === null || version <= EXPORT_VERSION
    ? null
    : `a newer Cairn wrote this file (its format has version ${version}, this program reads up to ${EXPORT_VERSION}): update Cairn`;

export const ownRecord = (value: unknown, place: string): Found =>
  isObject(value)
    ? { kind: 'record', place, record: value, isBundle: true }
    : { kind: 'bad', place, reason: 'not an object' };
