/** Formats a line of the daemon's log (JSON by pino) for a person. Other lines are only made safe to print. */
import { isRecord, parseJson } from '@cairn/schema';
import { joined, printable, type Style } from '../style.ts';

export type LogEntry = Readonly<Record<string, unknown>>;

export const parseLogLine = (line: string): LogEntry | null => {
  const value = parseJson(line);
  return isRecord(value) ? value : null;
};

export const logText = (line: string, style: Style): string => {
  const entry = parseLogLine(line);
  if (entry === null) return printable(line);
  const { level, time, msg, pid: _pid, ...rest } = entry;
  const extras = Object.entries(rest).map(([name, value]) => `${name}=${valueText(value)}`);
  return joined(' ', [
    style.dim(localTime(time)),
    levelText(Number(level), style),
    printable(String(msg ?? '')),
    style.dim(printable(extras.join(' '))),
  ]);
};

/** A text as it is, anything else as JSON. */
export const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const localTime = (time: unknown): string => {
  const at = new Date(typeof time === 'number' ? time : String(time));
  if (Number.isNaN(at.getTime())) return String(time ?? '');
  const two = (n: number): string => String(n).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
};

/** pino: 30 info, 40 warn, 50 error. */
const levelText = (level: number, style: Style): string => {
  if (level >= 50) return style.red('error');
  if (level >= 40) return style.yellow('warn ');
  return level >= 30 ? style.green('info ') : style.dim('debug');
};
