/** Lists are repeated; null and undefined are left out, which to the daemon is the same. */
export const queryText = (values: Readonly<Record<string, unknown>>): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value])
      if (one != null) query.append(name, String(one));
  return query.size === 0 ? '' : `?${query}`;
};
