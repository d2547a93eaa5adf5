/** Parses the text of server-sent events into the daemon's events. */
import type { DaemonEvent } from '@cairn/schema';

/** Returns the complete events. `rest`: the incomplete end of the text. */
export const eventsIn = (
  text: string,
): { readonly events: readonly DaemonEvent[]; readonly rest: string } => {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block) => {
    const data = block.split('\n').find((line) => line.startsWith('data: '));
    if (data === undefined) return [];
    const event: unknown = JSON.parse(data.slice('data: '.length));
    return isEvent(event) ? [event] : [];
  });
  return { events, rest };
};

const isEvent = (value: unknown): value is DaemonEvent =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
