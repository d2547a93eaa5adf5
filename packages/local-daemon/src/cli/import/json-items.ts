/**
 * Reads one JSON document of any size, and returns its records one at a time. Records are the items of the document if it is a list,
 * else the items of the requested members. Only this module imports the streaming parser.
 */
import { FOLDER_LIMITS } from '@cairn/schema';
import { JSONParser, TokenType } from '@streamparser/json';

export type JsonItem =
  | { readonly kind: 'item'; readonly list: string | null; readonly value: unknown; readonly number: number }
  /** A requested member of the outer object that is no list. */
  | { readonly kind: 'head'; readonly name: string; readonly value: unknown }
  /** The document cannot be read any further. */
  | { readonly kind: 'broken'; readonly reason: string };

export interface JsonItemsWanted {
  readonly lists: readonly string[];
  readonly heads: readonly string[];
  readonly recordBytesMax?: number;
}

export async function* jsonItemsOf(
  bytes: AsyncIterable<Uint8Array>,
  { lists, heads, recordBytesMax = FOLDER_LIMITS.importRecordBytesMax }: JsonItemsWanted,
): AsyncGenerator<JsonItem> {
  let found: JsonItem[] = [];
  let number = 0;
  let problem: string | null = null;
  let beginning = '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytesRead = 0;
  let bytesSince = 0;
  const parser = createParser(lists, heads, {
    item: (list, value) => found.push({ kind: 'item', list, value, number: ++number }),
    head: (name, value) => found.push({ kind: 'head', name, value }),
    fail: (reason) => {
      problem ??= reason;
    },
  });
  for await (const chunk of bytes) {
    try {
      const text = decoder.decode(chunk, { stream: true });
      if (beginning.length < BEGINNING_CHARS) beginning += text;
    } catch {
      // Earlier items still count.
      problem = `it is not UTF-8 text, after byte ${bytesRead.toLocaleString('en-US')}`;
      break;
    }
    bytesRead += chunk.length;
    parser.write(chunk);
    bytesSince = found.length > 0 ? 0 : bytesSince + chunk.length;
    yield* found;
    found = [];
    if (problem === null && bytesSince > recordBytesMax)
      problem = `record ${number + 1} is larger than ${recordBytesMax.toLocaleString('en-US')} bytes`;
    if (problem !== null) break;
  }
  problem ??= parser.isEnded() ? null : beginning.trim() === '' ? NOT_JSON : 'the file ends in the middle';
  if (problem === null && number === 0 && !namesList(beginning, lists))
    problem = 'there is no list of memories in it, such as "memories" or "results"';
  if (problem !== null) yield { kind: 'broken', reason: problem };
}

const BEGINNING_CHARS = 65_536;
const NOT_JSON = 'this is not JSON';

/** Returns true if the document is a list, or its beginning names a requested list. An empty list has no items that would show it. */
const namesList = (beginning: string, lists: readonly string[]): boolean => {
  const text = beginning.trimStart();
  return text.startsWith('[') || lists.some((list) => new RegExp(`"${list}"\\s*:\\s*\\[`).test(text));
};

interface Listener {
  readonly item: (list: string | null, value: unknown) => void;
  readonly head: (name: string, value: unknown) => void;
  readonly fail: (reason: string) => void;
}

/** Makes the parser at the first character, because the requested members depend on whether the document is a list. */
const createParser = (lists: readonly string[], heads: readonly string[], { item, head, fail }: Listener) => {
  let parser: JSONParser | null = null;
  let isBroken = false;
  let isDone = false;

  const begin = (isList: boolean): JSONParser => {
    const paths = isList
      ? ['$.*']
      : [...lists.map((list) => `$.${list}.*`), ...heads.map((name) => `$.${name}`)];
    const made = new JSONParser({ paths, keepStack: false });
    made.onValue = ({ value, key, parent, stack }) => {
      if (stack.length === 1 && !isList) head(String(key), value);
      else if (Array.isArray(parent)) item(isList ? null : String(stack[1]?.key), value);
    };
    let depth = 0;
    // Without this bound, the parser looks at every open value at the end of each value.
    made.onToken = ({ token }) => {
      if (OPENING.has(token)) depth++;
      else if (CLOSING.has(token)) depth--;
      if (depth > DEPTH_MAX) throw new Error(TOO_DEEP);
    };
    made.onError = (error) => {
      if (!isBroken) fail(isDone ? 'something follows the end of the JSON document' : sentenceOf(error));
      isBroken = true;
    };
    made.onEnd = () => {
      isDone = true;
    };
    return made;
  };

  return {
    write: (chunk: Uint8Array): void => {
      if (parser === null) {
        const first = chunk.find((byte) => !BLANKS.has(byte));
        if (first === undefined) return;
        if (first !== OPEN_LIST && first !== OPEN_OBJECT) {
          fail(NOT_JSON);
          return;
        }
        parser = begin(first === OPEN_LIST);
      }
      parser.write(chunk);
    },
    isEnded: () => isDone,
  };
};

const DEPTH_MAX = 1_000;
const TOO_DEEP = `it is nested more than ${DEPTH_MAX.toLocaleString('en-US')} levels deep`;
const OPENING: ReadonlySet<TokenType> = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSING: ReadonlySet<TokenType> = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);

const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
/** White space, and the bytes of a byte order mark. */
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf]);

/** Returns the parser's message without its quotation of the file. */
const sentenceOf = (error: Error): string => {
  if (error.message === TOO_DEEP) return TOO_DEEP;
  const at = /absolute position "(\d+)"/.exec(error.message)?.[1];
  return at === undefined ? 'this is not JSON any more' : `this is not JSON any more at byte ${at}`;
};
