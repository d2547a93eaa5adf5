/** Formats sessions and messages for the terminal. */
import type { SessionInfo, SessionMessage, SourcesResult } from '@cairn/schema';
import { oneLine, printable, type Style } from '../style.ts';
import { columns } from './columns.ts';
import { shortTime } from './short-time.ts';

const TASK_CHARS = 40;

export const sessionRows = (sessions: readonly SessionInfo[], style: Style, nowMs: number): string =>
  columns(
    [
      { title: 'id' },
      { title: 'messages', align: 'right' },
      { title: 'tokens', align: 'right' },
      { title: 'changed' },
      { title: 'project' },
      { title: '' },
    ],
    sessions.map(({ id, messages, tokens, updatedAt, project, state, compactions, activeTask }) => [
      id,
      String(messages),
      String(tokens),
      shortTime(updatedAt, nowMs),
      project ?? '',
      [
        state === 'completed' ? 'completed' : '',
        compactions === 0 ? '' : `compacted ${compactions}×`,
        activeTask === null ? '' : oneLine(activeTask, TASK_CHARS),
      ]
        .filter((text) => text !== '')
        .join(', '),
    ]),
    style,
  );

export const transcriptRows = (sources: SourcesResult['sources'], style: Style, nowMs: number): string =>
  columns(
    [
      { title: 'imported transcript' },
      { title: 'name' },
      { title: 'pieces', align: 'right' },
      { title: 'last' },
      { title: 'project' },
    ],
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
  const tools = [
    ...(toolCalls === null ? [] : [`calls: ${JSON.stringify(toolCalls)}`]),
    ...(toolResults === null ? [] : [`results: ${JSON.stringify(toolResults)}`]),
  ].map((line) => style.dim(oneLine(line, style.width ?? 120)));
  return [head, ...(content === '' ? [] : [printableLines(content)]), ...tools].join('\n');
};

/** Shows control characters instead of sending them to the terminal. */
/** Returns the text without control characters except line feeds. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
