/** The part of a prompt after the static one: what changes with each call, such as time, machine and task. [CX-2] */
import { orElse } from '@cairn/schema';
import { quoteForContext } from './fence.ts';
import type { PromptSection } from './prompt-section.ts';

export interface DynamicInput {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** An IANA name. UTC is used when the platform does not know the name. */
  readonly timezone: string;
  readonly model: string | null;
  readonly provider: string | null;
  readonly machine: { readonly hostName: string; readonly os: string; readonly arch: string } | null;
  readonly activeTask: string | null;
  readonly summary: string | null;
  /** Memories that fit the present message, as a fenced block. */
  readonly relevant: { readonly text: string; readonly ids: readonly string[] } | null;
}

export const dynamicSuffix = (input: DynamicInput): readonly PromptSection[] => [
  { name: 'now', text: `## Now\n${dateText(input.nowMs, input.timezone)}`, ids: [] },
  ...machineSection(input),
  ...taskSection(input.activeTask),
  ...summarySection(input.summary),
  ...(input.relevant === null ? [] : [{ name: 'relevant', ...input.relevant }]),
];

/** Says the year twice, because models tend to assume the year of their training. */
const dateText = (nowMs: number, timezone: string): string => {
  const { zone, format } = formatOf(timezone);
  const parts = new Map(format.formatToParts(nowMs).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const day = `${part('weekday')}, ${part('day')} ${part('month')} ${part('year')}`;
  const offset = part('timeZoneName').replace('GMT', 'UTC') || 'UTC';
  const place = zone === 'UTC' ? 'UTC' : `${zone}, ${offset === 'UTC' ? 'UTC+00:00' : offset}`;
  return `It is ${day}, ${part('hour')}:${part('minute')} (${place}). The year is ${part('year')}: trust this, not what you remember.`;
};

interface ZoneFormat {
  readonly zone: string;
  readonly format: Intl.DateTimeFormat;
}

/** A cache, because making a format costs more than everything else here. */
const formats = new Map<string, ZoneFormat>();
const FORMATS_MAX = 32;

const formatOf = (timezone: string): ZoneFormat => {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const made = makeFormat(timezone) ?? makeFormat('UTC');
  if (made === null) throw new Error('the platform has no UTC');
  if (formats.size >= FORMATS_MAX) formats.clear();
  formats.set(timezone, made);
  return made;
};

const makeFormat = (zone: string): ZoneFormat | null =>
  orElse(() => {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
      ...{ timeZone: zone, timeZoneName: 'longOffset' },
    });
    return { zone, format };
  }, null);

const machineSection = ({ model, provider, machine }: DynamicInput): readonly PromptSection[] => {
  const of = provider === null ? '' : ` of ${quoteForContext(provider)}`;
  const lines = [
    ...(model === null ? [] : [`You run on the model ${quoteForContext(model)}${of}.`]),
    ...(machine === null
      ? []
      : [`The machine is ${quoteForContext(machine.hostName)}: ${machine.os}, ${machine.arch}.`]),
  ];
  return lines.length === 0 ? [] : [{ name: 'machine', text: lines.join('\n'), ids: [] }];
};

const taskSection = (task: string | null): readonly PromptSection[] => {
  const words = quoteForContext(task ?? '');
  return words === ''
    ? []
    : [{ name: 'activeTask', text: `## Active task\nYou are working on this now: ${words}`, ids: [] }];
};

const summarySection = (summary: string | null): readonly PromptSection[] => {
  const words = quoteLines(summary ?? '');
  return words === ''
    ? []
    : [{ name: 'summary', text: `[Previous conversation summary]\n${words}\n[End of the summary]`, ids: [] }];
};

/** Quotes each line of a summary. A summary may quote anyone, so no line may look like a heading or tag of Cairn's. */
const quoteLines = (text: string): string =>
  text
    .split('\n')
    .map(quoteForContext)
    .filter((line) => line !== '')
    .map((line) => `> ${line}`)
    .join('\n');
