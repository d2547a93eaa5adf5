/** Which tools messages tell of, how often, as one line. The names are the tools' own. */

const TOOLS_MAX = 8;
const NAME = /^[\w.:/-]{1,64}$/;

/** `calls`: of each message, as its agent writes them. Empty without any. */
export const toolsUsed = (calls: readonly (readonly unknown[] | null)[]): string => {
  const counts = new Map<string, number>();
  for (const call of calls.flatMap((of) => of ?? [])) {
    const name = nameOf(call);
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const most = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).slice(0, TOOLS_MAX);
  const more = counts.size > TOOLS_MAX ? ', …' : '';
  return `tools: ${most.map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ')}${more}`;
};

/** `{name}`, `{toolName}`, or `{function: {name}}`, as models and programs write calls. */
const nameOf = (call: unknown): string | null => {
  if (typeof call !== 'object' || call === null) return null;
  const inner = 'function' in call ? call.function : call;
  if (typeof inner !== 'object' || inner === null) return null;
  const name = 'name' in inner ? inner.name : 'toolName' in inner ? inner.toolName : null;
  return typeof name === 'string' && NAME.test(name) ? name : null;
};
