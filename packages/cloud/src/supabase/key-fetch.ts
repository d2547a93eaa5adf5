/** Fetches a project's signing keys: a few kilobytes, and after a failure not again for 10 s. The caller limits the time. */

/** A key is about 300 bytes, and a project has a handful. */
const KEY_SET_BYTES_MAX = 65_536;
const AGAIN_MS_MIN = 10_000;

/** Returns a `fetch` for signing keys. It throws with the reason, also during the pause after a failure. */
export const createKeyFetch = (fetchUrl: typeof fetch, nowMs: () => number) => {
  let failure: { readonly atMs: number; readonly reason: Error } | null = null;
  return async (url: string, init: RequestInit): Promise<Response> => {
    // A clock that was set back must not prolong the pause.
    if (failure !== null && Math.abs(nowMs() - failure.atMs) < AGAIN_MS_MIN) throw failure.reason;
    try {
      const response = await fetchUrl(url, init);
      if (response.status !== 200) throw new Error(`${url} answered HTTP ${response.status}`);
      const text = await cappedText(response);
      failure = null;
      return new Response(text, { status: 200 });
    } catch (error) {
      const reason = error instanceof Error ? error : new Error(String(error));
      failure = { atMs: nowMs(), reason };
      throw reason;
    }
  };
};

const cappedText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > KEY_SET_BYTES_MAX) throw new Error(`the key set has more than ${KEY_SET_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};
