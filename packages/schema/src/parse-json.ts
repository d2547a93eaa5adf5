/** Parses JSON. Undefined if the text is not JSON, because no JSON value is undefined. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
