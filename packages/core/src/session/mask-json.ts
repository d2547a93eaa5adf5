/** The guard for values that tools take and give: every text in them is masked, also what its name makes a secret. [G-1] */
import { maskText } from '../memory/mask.ts';

/** A value that nests deeper is left out: no tool says anything there. */
const DEPTH_MAX = 32;

/** A copy with every string as long as it was. A value that is no JSON becomes null, as JSON itself has it. */
export const maskJson = (value: unknown, depth = DEPTH_MAX): unknown => {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item) => maskJson(item, depth - 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      maskText(name),
      typeof inner === 'string' ? maskNamed(name, inner) : maskJson(inner, depth - 1),
    ]),
  );
};

/** A password is known as one by the name beside it. */
const maskNamed = (name: string, text: string): string => {
  const head = `${name}: `;
  return maskText(`${head}${text}`).slice(head.length);
};
