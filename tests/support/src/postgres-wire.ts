// Reads a client's messages to Postgres (protocol 3.0), so that a test can act at a statement.

const INT_BYTES = 4;

/** Makes the reader of one connection. `feed` takes the client's bytes and returns the statements that they execute. */
export const createStatementReader = (): { feed(bytes: Buffer): readonly string[] } => {
  const prepared = new Map<string, string>();
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;

  const read = (type: string, body: Buffer): string | null => {
    const [first = '', second = ''] = body.toString('latin1').split('\0', 2);
    switch (type) {
      case 'Q':
        return first;
      case 'P':
        prepared.set(first, second);
        return null;
      case 'B':
        return prepared.get(second) ?? null;
      default:
        return null;
    }
  };

  return {
    feed: (bytes) => {
      const statements: string[] = [];
      rest = Buffer.concat([rest, bytes]);
      for (;;) {
        // The first message has no type byte.
        const typeBytes = isStarted ? 1 : 0;
        if (rest.length < typeBytes + INT_BYTES) return statements;
        const end = typeBytes + rest.readInt32BE(typeBytes);
        if (rest.length < end) return statements;
        const body = rest.subarray(typeBytes + INT_BYTES, end);
        const statement = isStarted ? read(rest.toString('latin1', 0, 1), body) : null;
        if (statement !== null) statements.push(statement);
        isStarted = true;
        rest = rest.subarray(end);
      }
    },
  };
};
