/** Opens the page in a browser. Without a browser, prints its address. */
import { findProgram, NEUTRAL_FOLDER, programEnv } from '@cairn/client/device';
import { answered, type Run } from '../command.ts';
import type { Io } from '../io.ts';
import { count } from '../output/short-time.ts';

export const open: Run = (given, io) =>
  given.flag('end')
    ? answered(io.ask('DELETE /v1/open'), ({ ended }) => ({
        human: () => `Signed out ${count(ended, 'browser')}.`,
      }))
    : answered(io.ask('POST /v1/open'), async ({ url }) => {
        const wantsBrowser = io.isOutTerminal && !io.json && !given.flag('print');
        const isOpened = wantsBrowser && (await openInBrowser(url, io.env));
        return {
          human: (style) => (isOpened ? `${style.green('Opened')} the page in your browser.` : url),
          notes: [
            isOpened
              ? 'It did not appear? `cairn open --print` shows an address to open yourself.'
              : 'Open this address in a browser on this machine. It works once, within a minute.',
          ],
        };
      });

/** Returns the program that opens an address, with its arguments. Null without a screen. */
export const openerOf = (
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | null => {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  const hasScreen = [env.DISPLAY, env.WAYLAND_DISPLAY, env.WSL_DISTRO_NAME].some(Boolean);
  return hasScreen ? ['xdg-open'] : null;
};

/** An opener fails within this time. One that still runs afterwards is the browser itself. */
const FAIL_MS = 1_500;

/**
 * Opens an address in the person's browser with a program of the platform. Returns true if the program started and did not fail at once.
 */
export const openInBrowser = async (url: string, env: Io['env']): Promise<boolean> => {
  const [program, ...args] = openerOf(process.platform, env) ?? [];
  const found = program === undefined ? null : findProgram(program);
  if (found === null) return false;
  const { spawn } = await import('node:child_process');
  const child = spawn(found, [...args, url], {
    ...{ detached: true, stdio: 'ignore', windowsHide: true },
    ...{ cwd: NEUTRAL_FOLDER, env: programEnv('session', env) },
  });
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(true), FAIL_MS);
    const settle = (isStarted: boolean): void => {
      clearTimeout(late);
      resolve(isStarted);
    };
    child.once('error', () => settle(false));
    child.once('exit', (code) => settle(code === 0));
    child.unref();
  });
};
