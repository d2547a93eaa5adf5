/** Finds the folder of a chat or a note for programs that do not write it there. Any of these files may be missing. [IM-1] */

import { hash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readRegular } from '@cairn/client/device';
import { FOLDER_LIMITS, orElse, parseJson } from '@cairn/schema';
import { openForeignValues } from '../../adapters/foreign-database.ts';
import { composersIn, folderIn } from '../formats/cursor.ts';
import { isObject } from '../formats/found.ts';

/**
 * Gemini CLI: a chat is in `PLACE/chats`. The folder is in `PLACE/.project_root`, or in the list of all places under the place's name.
 * Before 2026 that name was the folder's SHA-256.
 */
export const geminiFolder = (path: string): string | null => {
  const place = placeOf(dirname(path));
  if (place === null) return null;
  const root = textOf(join(place, '.project_root'))?.trim();
  if (root !== undefined && root !== '') return root;
  const registry = parseJson(textOf(join(place, '..', '..', 'projects.json')) ?? '');
  const projects = isObject(registry) && isObject(registry.projects) ? registry.projects : {};
  const name = basename(place);
  const found = Object.entries(projects).find(
    ([folder, slug]) => slug === name || hash('sha256', folder) === name,
  );
  return found?.[0] ?? null;
};

/** The chats of subagents are one folder deeper. */
const placeOf = (folder: string): string | null => {
  if (basename(folder) === 'chats') return dirname(folder);
  return basename(dirname(folder)) === 'chats' ? dirname(dirname(folder)) : null;
};

const TRANSCRIPTS_MAX = 20;
const TRANSCRIPT_BYTES = 262_144;

/**
 * Claude Code: its notes on a project are in `PLACE/memory`, beside the transcripts. The place is named after the folder, with a dash for
 * every other character than a letter or a digit. Only a transcript has the folder itself.
 */
export const claudeNotesFolder = (path: string): string | null => {
  const place = dirname(dirname(path));
  if (basename(dirname(path)) !== 'memory' || basename(dirname(place)) !== 'projects') return null;
  const transcripts = orElse(() => readdirSync(place), []).filter((name) => name.endsWith('.jsonl'));
  for (const name of transcripts.toSorted().slice(0, TRANSCRIPTS_MAX)) {
    const beginning = orElse(() => readRegular(join(place, name), TRANSCRIPT_BYTES), null);
    for (const line of beginning?.toString().split('\n') ?? []) {
      const { cwd } = lineIn(line);
      if (typeof cwd === 'string' && cwd.replaceAll(/[^A-Za-z0-9]/g, '-') === basename(place)) return cwd;
    }
  }
  return null;
};

const lineIn = (line: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(line);
  return isObject(value) ? value : {};
};

/** Cursor: every opened folder has a database that lists its conversations. Returns folders by the conversation's id. */
export const cursorFolders = async (path: string): Promise<ReadonlyMap<string, string>> => {
  const folders = new Map<string, string>();
  const places = join(dirname(path), '..', 'workspaceStorage');
  for (const name of orElse(() => readdirSync(places), []).toSorted()) {
    const about = parseJson(textOf(join(places, name, 'workspace.json')) ?? '');
    const folder = isObject(about) ? folderIn(about.folder) : null;
    if (folder === null) continue;
    for (const id of await conversationsIn(join(places, name, 'state.vscdb'))) folders.set(id, folder);
  }
  return folders;
};

/** Returns nothing for a database that cannot be read: its conversations then have no project. */
const conversationsIn = async (path: string): Promise<readonly string[]> => {
  const values = await openForeignValues(path, 'ItemTable').catch(() => null);
  try {
    return composersIn(parseJson(values?.get('composer.composerData') ?? ''));
  } catch {
    return [];
  } finally {
    values?.close();
  }
};

/** The author of the chat controls these files too. A link, a pipe and an oversized list of folders count as absent. [TR-12] */
const textOf = (path: string): string | null => {
  const bytes = orElse(() => readRegular(path, FOLDER_LIMITS.importFileBytesMax + 1), null);
  return bytes === null || bytes.length > FOLDER_LIMITS.importFileBytesMax ? null : bytes.toString();
};
