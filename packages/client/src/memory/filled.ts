/** Adds defaults for members that are absent or undefined. */
export const filled = <T extends object, D extends object>(input: T, defaults: D): T & Partial<D> => {
  const lacking = Object.entries(defaults).filter(([name]) => Reflect.get(input, name) === undefined);
  const found: Partial<D> = {};
  return { ...input, ...Object.assign(found, Object.fromEntries(lacking)) };
};
