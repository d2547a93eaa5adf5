type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Returns the properties that are not undefined, for a type whose optional properties may not be undefined. */
export function defined<T extends object>(all: T): Defined<T>;
export function defined(all: object): object {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
