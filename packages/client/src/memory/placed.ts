/** The project of a call, and the folder to which the project "." refers. */

/** As in `Defaults`. */
interface Place {
  readonly project?: string | null | undefined;
  readonly cwd?: string | undefined;
}

export interface Placing {
  /** Adds the default project, and the default folder to the project ".". */
  placed<T extends Place>(input: T): T & Partial<Place>;
  /** Adds the default folder to the project ".". */
  here<T extends Place>(input: T): T & Partial<Place>;
}

export const createPlacing = ({ project, cwd }: Place): Placing => {
  const here = <T extends Place>(input: T) =>
    input.project === '.' && cwd !== undefined ? filled(input, { cwd }) : input;
  return { here, placed: (input) => here(project === undefined ? input : filled(input, { project })) };
};

/** Adds defaults for members that are absent or undefined. An input that is no object is left to the schema. [SD-3] */
export const filled = <T extends object, D extends object>(input: T, defaults: D): T & Partial<D> => {
  const lacking = Object.entries(defaults).filter(([name]) => Reflect.get(Object(input), name) === undefined);
  const found: Partial<D> = {};
  return { ...input, ...Object.assign(found, Object.fromEntries(lacking)) };
};
