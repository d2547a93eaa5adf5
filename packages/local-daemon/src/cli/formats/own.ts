/** Writes the head and the items of our own export, and recognises them. */
import { EXPORT_FORMAT, EXPORT_VERSION, escapedUnsafe, type Memory } from '@cairn/schema';
import { bad, type Found, isObject } from './found.ts';
import { isSetting, readSetting, type Setting } from './settings.ts';

/** Escapes unsafe characters, because the export may be printed on a terminal. [TR-13] */
const plainJson = (value: unknown): string => escapedUnsafe(JSON.stringify(value));

const HEAD = { kind: 'header', format: EXPORT_FORMAT, version: EXPORT_VERSION };
export const ndjsonHead = (exportedAt: string, memories: number): string =>
  `${JSON.stringify({ ...HEAD, exportedAt, memories })}\n`;
/** The head of a file that holds no memories. */
export const SETTINGS_HEAD = `${JSON.stringify(HEAD)}\n`;
export const ndjsonItem = (item: Memory | Setting): string => `${plainJson(item)}\n`;

export const jsonHead = (exportedAt: string, settings: readonly Setting[]): string => {
  const profile = settings.filter(({ kind }) => kind === 'profile');
  const schedules = settings.filter(({ kind }) => kind === 'schedule');
  return `${plainJson({ ...HEAD, exportedAt, profile, schedules }).slice(0, -1)},"memories":[`;
};
export const jsonItem = (memory: Memory, at: number): string =>
  `${at === 0 ? '\n' : ',\n'}${plainJson(memory)}`;
export const JSON_TAIL = '\n]}\n';

/** Returns the version of an export's header; null for any other value. */
export const headerVersion = (value: unknown): number | null =>
  isObject(value) && value.format === EXPORT_FORMAT && typeof value.version === 'number'
    ? value.version
    : null;

export const versionProblem = (version: number | null): string | null =>
  version === null || version <= EXPORT_VERSION
    ? null
    : `a newer Cairn wrote this file (its format has version ${version}, this program reads up to ${EXPORT_VERSION}): update Cairn`;

export const ownRecord = (value: unknown, place: string): Found => {
  if (!isObject(value)) return bad(place, 'not an object');
  if (!isSetting(value)) return { kind: 'record', place, record: value, isBundle: true };
  const setting = readSetting(value);
  return setting === null
    ? bad(place, `no ${String(value.kind)} as an export writes it`)
    : { kind: 'setting', place, setting };
};
