/** Output of the demo: named steps with their times, the commands that they ran, and a table. */
import { clearInterval, setInterval } from 'node:timers';

const { env, stdout } = process;
const isTerminal = stdout.isTTY === true && env.TERM !== 'dumb';
const isColoured = isTerminal && (env.NO_COLOR ?? '') === '';

const paint =
  (open: number, close: number) =>
  (text: string): string =>
    isColoured ? `\u001b[${open}m${text}\u001b[${close}m` : text;
export const bold = paint(1, 22);
export const dim = paint(2, 22);
const green = paint(32, 39);
const red = paint(31, 39);
const cyan = paint(36, 39);

const NAME_WIDTH = 46;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
/** Without a terminal, a step that takes longer than this prints that it has begun. */
const QUIET_MS = 1_500;
const ERASE_LINE = '\r\u001b[2K';

export const say = (text: string): void => void stdout.write(`${text}\n`);

export const seconds = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** Shows a progress indicator. The returned function ends it. */
const showProgress = (name: string): (() => void) => {
  const started = performance.now();
  if (!isTerminal) {
    const timer = setTimeout(() => say(`  … ${name}`), QUIET_MS);
    return () => clearTimeout(timer);
  }
  let frame = 0;
  const draw = (): void => {
    const elapsed = seconds(performance.now() - started);
    stdout.write(`${ERASE_LINE}  ${cyan(FRAMES[frame++ % FRAMES.length] ?? '')} ${name} ${dim(elapsed)}`);
  };
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return () => {
    clearInterval(timer);
    stdout.write(ERASE_LINE);
  };
};

export interface StepLine {
  readonly name: string;
  readonly ms: number;
  /** Result of the step, in a few words. */
  readonly result: string;
}

/** Runs a step and prints its line, then the commands that it ran. */
export const showStep = async (
  name: string,
  takeCommands: () => readonly string[],
  work: () => Promise<string>,
): Promise<StepLine> => {
  const started = performance.now();
  const endProgress = showProgress(name);
  try {
    const result = await work();
    const ms = performance.now() - started;
    endProgress();
    say(`  ${green('✓')} ${name.padEnd(NAME_WIDTH)} ${seconds(ms).padStart(7)}  ${dim(result)}`);
    for (const command of takeCommands()) say(dim(`      ${command}`));
    return { name, ms, result };
  } catch (error) {
    endProgress();
    say(`  ${red('✗')} ${name.padEnd(NAME_WIDTH)} ${seconds(performance.now() - started).padStart(7)}`);
    for (const command of takeCommands()) say(dim(`      ${command}`));
    throw error;
  }
};

export const sayFailure = (message: string): void => say(`\n${red('The demo failed.')} ${message}`);
export const saySuccess = (message: string): void => say(`\n${green(bold(message))}`);

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('   ')}`.trimEnd();
  return [dim(line(head)), ...rows.map(line)].join('\n');
};
