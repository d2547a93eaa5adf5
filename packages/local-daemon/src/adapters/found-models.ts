/** Finds language models that a person need not look up: Ollama, LM Studio, and providers whose key is in the environment. [SU-9] */
import { isIPv6 } from 'node:net';
import * as z from 'zod';
import { isOnThisMachine } from '../services/server-address.ts';

export interface FoundModel {
  readonly title: string;
  readonly url: string;
  readonly model: string;
  /** Null if it needs none. */
  readonly key: string | null;
  /** Whether memories stay on this machine. */
  readonly isHere: boolean;
}

const PROBE_MS = 700;
const LM_STUDIO = 'http://127.0.0.1:1234/v1';
const OLLAMA_PORT = 11434;
/** Hosts on which a server listens everywhere. */
const EVERYWHERE: ReadonlySet<string> = new Set(['', '0.0.0.0', '[::]']);

/** Small, cheap and well-known models: a start, not advice. */
const CLOUDS = [
  { ...{ title: 'OpenAI', name: 'OPENAI_API_KEY', url: 'https://api.openai.com/v1' }, model: 'gpt-4o-mini' },
  {
    ...{ title: 'OpenRouter', name: 'OPENROUTER_API_KEY', url: 'https://openrouter.ai/api/v1' },
    model: 'openai/gpt-4o-mini',
  },
] as const;

/**
 * Returns the servers' models first, then the providers'. Only the servers are asked: for a provider, only the environment is
 * checked for its key.
 */
export const findModels = async (
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly FoundModel[]> => {
  const [ollama, studio] = await Promise.all([firstModelAt(ollamaUrl(env)), firstModelAt(LM_STUDIO)]);
  const here = [
    { title: 'Ollama', url: ollamaUrl(env), model: ollama },
    { title: 'LM Studio', url: LM_STUDIO, model: studio },
  ].flatMap(({ model, ...one }) =>
    model === null ? [] : [{ ...one, model, key: null, isHere: isOnThisMachine(one.url) }],
  );
  const clouds = CLOUDS.flatMap(({ name, ...one }) => {
    const key = env[name]?.trim() ?? '';
    return key === '' ? [] : [{ ...one, key, isHere: false }];
  });
  return [...here, ...clouds];
};

/**
 * Reads Ollama's own variable `OLLAMA_HOST`: a host, with or without scheme, port and path. For a server it is the address on which
 * it listens. For a client it may be the address of another machine. As in Ollama, a scheme has its own usual port.
 */
const ollamaUrl = ({ OLLAMA_HOST: spelled = '' }: Readonly<Record<string, string | undefined>>): string => {
  const [, scheme, place = '', path = ''] =
    /^(?:(https?):\/\/)?([^/]*)(.*)$/.exec(spelled.trim().replace(/^["']+|(?<!["'])["']+$/g, '')) ?? [];
  const [, told = '', port = scheme === undefined ? OLLAMA_PORT : ''] = isIPv6(place)
    ? ['', `[${place}]`]
    : (/^(.*?)(?::(\d*))?$/.exec(place) ?? []);
  const host = EVERYWHERE.has(told) ? '127.0.0.1' : told;
  const full = `${scheme ?? 'http'}://${host}:${port}${path}`;
  if (!URL.canParse(full)) return `http://127.0.0.1:${OLLAMA_PORT}/v1`;
  const { origin, pathname } = new URL(full);
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}/v1`;
};

const modelList = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) });
const EMBEDS = /embed|\bbge\b|minilm|rerank/i;

/** Returns the first chat model. Null if no server answers there. */
const firstModelAt = async (url: string): Promise<string | null> => {
  try {
    const answer = await fetch(`${url}/models`, {
      redirect: 'error',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    const { data } = modelList.parse(await answer.json());
    return data.find(({ id }) => !EMBEDS.test(id))?.id ?? null;
  } catch {
    return null;
  }
};
