// A server for OpenAI's chat completions and embeddings over real HTTP. It can fail in the ways that real servers do.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { wordVector } from './word-vectors.ts';

/** A received request. `body` is null when it was not JSON. */
export interface ModelRequest {
  readonly path: string;
  readonly authorization: string | null;
  readonly text: string;
  readonly body: { readonly [field: string]: unknown } | null;
}

type UselessVectors = 'wrong_length' | 'wrong_count' | 'nan';

/**
 * Answer to the next request.
 * `reply`: this text. `loop`: one sentence over and over. `long`: a text of that many characters. `tool_call`: a call of a function.
 * `no_tools`: 400 to a request with tools. `no_format`: 400 to a request with `response_format`, else the reply.
 * `hang`: no answer. `stall`: headers and half a body. `slow`: the reply after a delay.
 * `stream`: the reply in pieces of a word; with `silentAfter`, nothing follows after that many pieces.
 * `wrong_type`: JSON of another shape. `wrong_length`, `wrong_count`, `nan`: invalid vectors.
 */
export type ModelBehaviour =
  | { readonly kind: 'reply'; readonly text: string | ((request: ModelRequest) => string) }
  | { readonly kind: 'html' | 'half_json' | 'wrong_type' | 'empty' | 'hang' | 'stall' | 'reset' }
  | { readonly kind: UselessVectors }
  | { readonly kind: 'loop'; readonly text: string }
  | { readonly kind: 'long'; readonly characters: number }
  | { readonly kind: 'tool_call'; readonly name: string; readonly arguments: string }
  | { readonly kind: 'no_tools'; readonly text: string }
  | { readonly kind: 'no_format'; readonly text: string | ((request: ModelRequest) => string) }
  | { readonly kind: 'stream'; readonly text: string; readonly silentAfter?: number }
  | { readonly kind: 'slow'; readonly ms: number; readonly text: string }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterS?: number }
  | { readonly kind: 'redirect'; readonly to: string };

export interface ModelServer {
  /** Base URL; it ends in `/v1`. */
  readonly baseUrl: string;
  /** All requests, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** Sets the answers. Each request uses the next one, and the last one repeats. */
  behave(...script: readonly [ModelBehaviour, ...ModelBehaviour[]]): void;
  close(): Promise<void>;
}

export interface ModelServerOptions {
  /** Length of the vectors; 32 by default. */
  readonly dimensions?: number;
  /** Names that `GET /v1/models` returns. Such requests are not recorded. */
  readonly models?: readonly string[];
  /** Answers; "ok" by default. */
  readonly script?: readonly [ModelBehaviour, ...ModelBehaviour[]];
  /** Whether token counts depend on the text's length. By default, they are always 120 and 40. */
  readonly countsTokens?: boolean;
}

const DIMENSIONS = 32;
const LOOPS = 200;

export const startModelServer = async (options: ModelServerOptions = {}): Promise<ModelServer> => {
  const requests: ModelRequest[] = [];
  let script: readonly ModelBehaviour[] = options.script ?? [{ kind: 'reply', text: 'ok' }];
  const next = (): ModelBehaviour => {
    const [first, ...others] = script;
    if (others.length > 0) script = others;
    return first ?? { kind: 'reply', text: 'ok' };
  };
  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      if (request.path.endsWith('/models')) return sendModels(response, options.models ?? ['fake']);
      requests.push(request);
      const answer = request.path.endsWith('/embeddings')
        ? embeddings(request, options.dimensions ?? DIMENSIONS)
        : options.countsTokens === true
          ? countedCompletion(request)
          : completion;
      return act(next(), request, response, answer);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the model server has no port');
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    behave(...wanted) {
      script = wanted;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};

const readRequest = async (incoming: IncomingMessage): Promise<ModelRequest> => {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(Buffer.from(part));
  const text = Buffer.concat(parts).toString('utf8');
  return {
    path: incoming.url ?? '',
    authorization: incoming.headers.authorization ?? null,
    text,
    body: parseObject(text),
  };
};

const parseObject = (text: string): ModelRequest['body'] => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
};

/** Makes the body of a good answer that carries a text. */
type Answer = (text: string, variant?: UselessVectors) => object;

const completion: Answer = (text) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'fake',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
  usage: { prompt_tokens: 120, completion_tokens: 40, total_tokens: 160 },
});

const CHARS_PER_TOKEN = 4;

const countedCompletion =
  (request: ModelRequest): Answer =>
  (text) => {
    const [prompt, answer] = [request.text, text].map(({ length }) => Math.ceil(length / CHARS_PER_TOKEN));
    return {
      ...completion(text),
      usage: {
        prompt_tokens: prompt,
        completion_tokens: answer,
        total_tokens: (prompt ?? 0) + (answer ?? 0),
      },
    };
  };

const sendModels = (response: ServerResponse, models: readonly string[]): void => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id, object: 'model' })) }));
};

/** Streams as OpenAI, Ollama and OpenRouter do: comments keep the connection open, and the last piece holds the token counts. */
const sendPieces = (response: ServerResponse, text: string, silentAfter?: number): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': PROCESSING\n\n');
  const pieces = text.split(/(?<= )/);
  for (const content of pieces.slice(0, silentAfter))
    response.write(
      `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] })}\n\n`,
    );
  if (silentAfter !== undefined) return;
  const { usage } = { usage: null, ...completion('') };
  response.end(`data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`);
};

const toolCall = ({ name, arguments: text }: { readonly name: string; readonly arguments: string }) => ({
  ...completion(''),
  choices: [
    {
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: `call_${name}`, type: 'function', function: { name, arguments: text } }],
      },
    },
  ],
});

const embeddings =
  ({ body }: ModelRequest, dimensions: number): Answer =>
  (_, variant) => {
    const input = body?.input;
    const texts = Array.isArray(input) ? input.map(String) : [String(input)];
    const vectors = texts.map((text) => wordVector(text, dimensions));
    if (variant === 'wrong_length') vectors[0]?.pop();
    if (variant === 'wrong_count') vectors.pop();
    return {
      object: 'list',
      model: 'fake',
      data: vectors.map((embedding, index) => ({
        object: 'embedding',
        index,
        embedding: variant === 'nan' ? embedding.map(() => null) : embedding,
      })),
      usage: { prompt_tokens: texts.length * 8, total_tokens: texts.length * 8 },
    };
  };

const act = async (
  behaviour: ModelBehaviour,
  request: ModelRequest,
  response: ServerResponse,
  answer: Answer,
): Promise<void> => {
  const sendJson = (value: object, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  const textOf = (text: string | ((request: ModelRequest) => string)): string =>
    typeof text === 'string' ? text : text(request);
  switch (behaviour.kind) {
    case 'reply':
      return sendJson(answer(textOf(behaviour.text)));
    case 'stream':
      return sendPieces(response, behaviour.text, behaviour.silentAfter);
    case 'slow':
      await new Promise((resolve) => setTimeout(resolve, behaviour.ms));
      return sendJson(answer(behaviour.text));
    case 'loop':
      return sendJson(answer(`${behaviour.text} `.repeat(LOOPS)));
    case 'tool_call':
      return sendJson(toolCall(behaviour));
    case 'long':
      return sendJson(answer('x'.repeat(behaviour.characters)));
    case 'empty':
      return sendJson(answer(''));
    case 'wrong_length':
    case 'wrong_count':
    case 'nan':
      return sendJson(answer('', behaviour.kind));
    case 'wrong_type':
      return sendJson({ choices: 'none', data: 7 });
    case 'no_tools': {
      if (request.body?.tools === undefined) return sendJson(answer(behaviour.text));
      return sendJson({ error: { message: 'fake does not support tools' } }, 400);
    }
    case 'no_format': {
      if (request.body?.response_format === undefined) return sendJson(answer(textOf(behaviour.text)));
      return sendJson({ error: { message: 'response_format is not supported' } }, 400);
    }
    case 'status': {
      if (behaviour.retryAfterS !== undefined) response.setHeader('retry-after', behaviour.retryAfterS);
      return sendJson({ error: { message: 'no' } }, behaviour.status);
    }
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Log in</body></html>');
      return;
    case 'half_json':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":[{"mess');
      return;
    case 'redirect':
      response.writeHead(307, { location: behaviour.to }).end();
      return;
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":[');
      return;
    case 'reset':
      response.destroy();
      return;
    case 'hang':
      return;
  }
};
