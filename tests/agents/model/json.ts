// Reads what an agent sent, without trusting its shape.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export const parseJson = (text: string): Json => {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
};

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !isList(value);

/** Returns null where there is no such field. */
export const field = (value: Json, name: string): Json =>
  isObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;

export const listIn = (value: Json, name: string): readonly Json[] => {
  const inner = field(value, name);
  return isList(inner) ? inner : [];
};

export const textIn = (value: Json, name: string): string => {
  const inner = field(value, name);
  return typeof inner === 'string' ? inner : '';
};
