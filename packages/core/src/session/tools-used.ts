/** Which tools messages tell of, how often, as one line. The names are the tools' own. */
import type { MessageRow } from '../ports/session-store.ts';

const TOOLS_MAX = 8;
const NAME = /^[\w.:/-]{1,64}$/;

/** Empty without any. */
export const toolsUsed = (messages: readonly Pick<MessageRow, 'toolCalls'>[]): string => {
  const counts = new Map<string, number>();
  for (const { toolCalls } of messages)
    for (const name of namesIn(toolCalls)) counts.set(name, (counts.get(name) ?? 0) + 1);
  if (counts.size === 0) return '';
  const most = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, TOOLS_MAX);
  const more = counts.size > TOOLS_MAX ? ', …' : '';
  return `tools: ${most.map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')}${more}`;
};

/** `{name}`, `{toolName}`, or `{function: {name}}`, as models and programs write calls. */
const namesIn = (json: string | null): readonly string[] => {
  if (json === null) return [];
  try {
    const calls: unknown = JSON.parse(json);
    return Array.isArray(calls) ? calls.flatMap((call) => nameOf(call) ?? []) : [];
  } catch {
    return [];
  }
};

const nameOf = (call: unknown): string | null => {
  if (typeof call !== 'object' || call === null) return null;
  const inner = 'function' in call ? call.function : call;
  if (typeof inner !== 'object' || inner === null) return null;
  const name = 'name' in inner ? inner.name : 'toolName' in inner ? inner.toolName : null;
  return typeof name === 'string' && NAME.test(name) ? name : null;
};
