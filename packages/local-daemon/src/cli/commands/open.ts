/** The page in a browser: opened where there is one to open, its address said where there is none. */
import { ok } from '@cairn/schema';
import type { Run } from '../command.ts';
import { count } from '../output/short-time.ts';
import { openInBrowser } from './browser-opener.ts';

export const open: Run = async (given, io) => {
  if (given.flag('end')) {
    const done = await io.ask('DELETE /v1/open');
    if (!done.ok) return done;
    return ok({ json: done.value, human: () => `Shut out ${count(done.value.ended, 'browser')}.` });
  }
  const made = await io.ask('POST /v1/open');
  if (!made.ok) return made;
  const { url } = made.value;
  const wantsBrowser = io.isOutTerminal && !io.json && !given.flag('print');
  const isOpened = wantsBrowser && (await openInBrowser(url, io.env));
  return ok({
    json: made.value,
    human: (style) => (isOpened ? `${style.green('Opened')} the page in your browser.` : url),
    notes: isOpened
      ? ['It did not appear? `cairn open --print` shows an address to open yourself.']
      : ['Open this address in a browser on this machine. It works once, for a minute.'],
  });
};
