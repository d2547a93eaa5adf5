export const jsonBytes = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));
