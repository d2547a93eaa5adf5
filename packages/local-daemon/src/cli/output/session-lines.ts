/** Formats sessions and messages for the terminal. */
import type { SessionInfo, SessionMessage, SourcesResult } from '@cairn/schema';
import { joined, oneLine, printable, type Style } from '../style.ts';
import { columns, numbers } from './columns.ts';
import { shortTime } from './short-time.ts';

const TASK_CHARS = 40;

export const sessionRows = (sessions: readonly SessionInfo[], style: Style, nowMs: number): string =>
  columns(
    ['id', numbers('messages'), numbers('tokens'), 'changed', 'project', ''],
    sessions.map(({ id, messages, tokens, updatedAt, project, state, compactions, activeTask }) => [
      id,
      String(messages),
      String(tokens),
      shortTime(updatedAt, nowMs),
      project ?? '',
      joined(', ', [
        state === 'completed' ? 'completed' : '',
        compactions === 0 ? '' : `compacted ${compactions}×`,
        oneLine(activeTask ?? '', TASK_CHARS),
      ]),
    ]),
    style,
  );

export const transcriptRows = (sources: SourcesResult['sources'], style: Style, nowMs: number): string =>
  columns(
    ['imported transcript', 'name', numbers('pieces'), 'last', 'project'],
    sources.map(({ id, name, passages, modifiedAt, project }) => [
      id,
      name,
      String(passages),
      shortTime(modifiedAt, nowMs),
      project ?? '',
    ]),
    style,
  );

export const messageLines = (
  { sequence, role, content, toolCalls, toolResults, at, compacted }: SessionMessage,
  style: Style,
  nowMs: number,
): string => {
  const head = `${style.bold(role)} ${style.dim(`${sequence} · ${shortTime(at, nowMs)}${compacted ? ' · compacted' : ''}`)}`;
  const toolLine = (title: string, values: unknown): string =>
    values === null ? '' : style.dim(oneLine(`${title}: ${JSON.stringify(values)}`, style.width ?? 120));
  return joined('\n', [
    head,
    printableLines(content),
    toolLine('calls', toolCalls),
    toolLine('results', toolResults),
  ]);
};

/** Returns the text without control characters except line feeds. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
