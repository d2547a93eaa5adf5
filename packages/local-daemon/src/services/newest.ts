/** Sets an entry as the newest one of a map, and drops the oldest ones beyond `max`. */
export const setNewest = <K, V>(map: Map<K, V>, key: K, value: V, max: number): void => {
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) return;
    map.delete(oldest);
  }
};
