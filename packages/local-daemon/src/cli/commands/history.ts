import type { HistoryResult } from '@cairn/schema';
import { answered, type Run } from '../command.ts';
import { factLines } from '../output/memory-lines.ts';
import { shortTime } from '../output/short-time.ts';
import { joined, oneLine, printable, type Style } from '../style.ts';

export const history: Run = (given, io) => {
  const found = io.ask('GET /v1/memories/:id/history', { at: { id: given.arg(0) } });
  return answered(found, ({ versions, incomplete }) => ({
    human: (style) => versions.map((version) => versionLines(version, style, io.nowMs)).join('\n'),
    notes: [incomplete ? 'Not complete: some earlier text is not on this device.' : ''],
  }));
};

const versionLines = (version: HistoryResult['versions'][number], style: Style, nowMs: number): string => {
  const mark = version.current ? style.green('→') : style.dim('○');
  const text = oneLine(version.content, (style.width ?? 200) - 4);
  const where = joined(' · ', [
    version.id,
    shortTime(version.at, nowMs),
    printable(version.device.name),
    printable(version.agent ?? ''),
    version.current ? 'current' : '',
  ]);
  const first = `${mark} ${version.current ? text : style.dim(text)}`;
  return [first, ...factLines(where, style)].join('\n');
};
