/**
 * Downloads one file over HTTP. A partial file is kept when the connection ends, and the next call resumes it. The complete file is
 * compared with its size and checksum, and deleted if it differs. [F-30]
 */
import { createHash } from 'node:crypto';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Answer } from '@cairn/core';
import { type CairnError, cairnError, err, fromOutside, ok, systemCodeOf } from '@cairn/schema';
import { reasonOf } from './network-reasons.ts';
import { sleep } from './system-time.ts';

export interface DownloadWish {
  readonly url: string;
  /** The target path; mode 0600. */
  readonly to: string;
  readonly bytes: number;
  /** Checksum in hex. `blob`: git's SHA-1 over a header and the content. */
  readonly sum: { readonly kind: 'sha256' | 'blob'; readonly hex: string };
}

export interface DownloadOptions {
  readonly onBytes: (bytes: number) => void;
  /** Milliseconds without data until an attempt fails. Default: 30 s. */
  readonly silenceMs?: number;
  /** Milliseconds before the next attempt, doubled by each attempt that does not extend the file. Default: 1 s. */
  readonly pauseMs?: number;
}

const SILENCE_MS = 30_000;
const PAUSE_MS = 1_000;
/** Maximum of consecutive attempts that do not extend the file. */
const TRIES_MAX = 4;

/** Downloads the file, or the rest of a partial one. Returns its SHA-256 in hex. */
export const download = async (
  wish: DownloadWish,
  { onBytes, silenceMs = SILENCE_MS, pauseMs = PAUSE_MS }: DownloadOptions,
): Answer<string> => {
  const held = sizeOf(wish.to);
  onBytes(held);
  const done = await bring(wish, { onBytes, silenceMs, pauseMs });
  if (done.ok || held === 0 || done.error.kind !== 'invalid_input') return done;
  // The existing partial file belonged to another file.
  onBytes(-wish.bytes);
  return bring(wish, { onBytes, silenceMs, pauseMs });
};

const bring = async (
  wish: DownloadWish,
  { onBytes, silenceMs, pauseMs }: Required<DownloadOptions>,
): Answer<string> => {
  let empty = 0;
  let most = 0;
  while (sizeOf(wish.to) < wish.bytes) {
    const before = sizeOf(wish.to);
    const failed = await fetchOn(wish, before, silenceMs, onBytes);
    if (failed !== null && !failed.retryable) return err(failed);
    // After a refused range the file begins again, so it has to grow beyond its greatest size.
    most = Math.max(most, before);
    empty = sizeOf(wish.to) > most ? 0 : empty + 1;
    if (empty >= TRIES_MAX) return err(failed === null ? dropped(wish) : interrupted(wish, failed));
    if (failed !== null || empty > 1) await sleep(pauseMs * 2 ** empty);
  }
  const sums = await sumsOf(wish.to, wish.bytes);
  return sums[wish.sum.kind] === wish.sum.hex.toLowerCase() ? ok(sums.sha256) : err(dropped(wish));
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const interrupted = ({ to, bytes }: DownloadWish, { kind, message }: CairnError): CairnError => {
  const came = sizeOf(to);
  const part = came === 0 ? '' : ` ${Math.floor((came / bytes) * 100)} % was downloaded and is kept.`;
  return cairnError(kind, `${message}${part} Run the same command again to continue.`);
};

const hostOf = (url: string): string => new URL(url).host;

/** Requests the file from this byte on. Returns null unless the request failed. */
const fetchOn = async (
  wish: DownloadWish,
  from: number,
  silenceMs: number,
  onBytes: (bytes: number) => void,
): Promise<CairnError | null> => {
  const stop = new AbortController();
  let silence = setTimeout(() => stop.abort(), silenceMs);
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => stop.abort(), silenceMs);
  };
  try {
    const response = await fetch(wish.url, {
      headers: { 'accept-encoding': 'identity', ...(from === 0 ? {} : { range: `bytes=${from}-` }) },
      signal: stop.signal,
    });
    const isRest = response.status === 206 && startOf(response) === from;
    const isOther = [200, 206, 416].includes(response.status) && !isRest;
    if (isOther && from > 0) {
      // The server does not support ranges, or has another file by now.
      rmSync(wish.to, { force: true });
      onBytes(-from);
    }
    if (!isRest && response.status !== 200) {
      await response.body?.cancel();
      return response.status === 206 || response.status === 416
        ? null
        : statusProblem(response.status, wish.url);
    }
    await write(wish, isRest ? from : 0, response, (bytes) => {
      heard();
      onBytes(bytes);
    });
    return null;
  } catch (error) {
    return failureOf(error, wish, stop.signal.aborted);
  } finally {
    clearTimeout(silence);
  }
};

const startOf = (response: Response): number =>
  Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? -1);

const write = async (
  { to, bytes }: DownloadWish,
  from: number,
  response: Response,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const file: FileHandle = await open(to, from === 0 ? 'w' : 'a', 0o600);
  try {
    let at = from;
    for await (const chunk of response.body ?? []) {
      // Data beyond the size is dropped. The checksum shows whether the file is right.
      const fits = chunk.subarray(0, bytes - at);
      await file.write(fits);
      at += fits.length;
      onBytes(fits.length);
      if (fits.length < chunk.length) return;
    }
  } finally {
    await file.close();
  }
};

export const statusProblem = (status: number, url: string): CairnError => {
  const host = fromOutside(hostOf(url));
  if (status === 404)
    return cairnError('not_found', `${host} has no such model, or not in this revision. Check its name.`);
  if (status === 401 || status === 403)
    return cairnError(
      'refused',
      `${host} gives this model only to users who have signed in or agreed to its terms. Download it there yourself, then add the folder.`,
    );
  const isBusy = status === 429 || status >= 500;
  return cairnError('server_unreachable', `${host} answered ${status}.`, isBusy);
};

export const codeOf = (error: unknown): string =>
  systemCodeOf(error) ?? (error instanceof Error ? codeOf(error.cause) : '');

const failureOf = (error: unknown, { url }: DownloadWish, isSilent: boolean): CairnError => {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return cairnError(
      'storage_full',
      'The disk is full. Free some space and run the same command again: it continues.',
    );
  if (code === 'EACCES' || code === 'EROFS')
    return cairnError('storage_read_only', 'The folder of embedders cannot be written.');
  return unreachable(url, isSilent ? 'ETIMEDOUT' : code);
};

/** Describes a failed connection by its code. */
export const unreachable = (url: string, code: string): CairnError => {
  const reason = reasonOf(code) ?? 'the connection broke.';
  return cairnError('server_unreachable', `${fromOutside(hostOf(url))} cannot be reached: ${reason}`, true);
};

/** Deletes the file, because it is not the wanted one. Returns the error. */
const dropped = ({ to, url }: DownloadWish): CairnError => {
  rmSync(to, { force: true });
  return cairnError(
    'invalid_input',
    `The file from ${fromOutside(hostOf(url))} has the wrong checksum and was deleted. Run the command again; if this happens again, do not trust that server.`,
  );
};

/** Returns both kinds of checksum of a file. */
export const sumsOf = async (
  path: string,
  bytes: number,
): Promise<{ readonly sha256: string; readonly blob: string }> => {
  const sha256 = createHash('sha256');
  const blob = createHash('sha1').update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(path)) {
    sha256.update(chunk);
    blob.update(chunk);
  }
  return { sha256: sha256.digest('hex'), blob: blob.digest('hex') };
};
