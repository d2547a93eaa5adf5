/** Parses JSON. Returns undefined if the text is not JSON. No JSON value is undefined. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
