/** Adds defaults for members that are absent or undefined. An input that is no object is left to the schema. [SD-3] */
export const filled = <T extends object, D extends object>(input: T, defaults: D): T & Partial<D> => {
  const lacking = Object.entries(defaults).filter(([name]) => Reflect.get(Object(input), name) === undefined);
  const found: Partial<D> = {};
  return { ...input, ...Object.assign(found, Object.fromEntries(lacking)) };
};
