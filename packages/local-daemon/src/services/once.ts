/** Makes a value at the first call, and returns the same one at later calls. */
export const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
};
