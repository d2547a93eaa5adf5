/** Maps whose changes can be rolled back, as transactions in memory need. A rollback costs only what was changed. */

export interface Journal {
  map<K, V>(): Map<K, V>;
  commit(): void;
  rollback(): void;
}

export const createJournal = (): Journal => {
  let undo: (() => void)[] = [];
  return {
    map<K, V>() {
      const map = new Map<K, V>();
      const [put, remove] = [map.set.bind(map), map.delete.bind(map)];
      const remember = (key: K): void => {
        const before = map.get(key);
        undo.push(before === undefined ? () => remove(key) : () => put(key, before));
      };
      return Object.assign(map, {
        set(key: K, value: V) {
          remember(key);
          return put(key, value);
        },
        delete(key: K) {
          if (map.has(key)) remember(key);
          return remove(key);
        },
        clear() {
          for (const key of [...map.keys()]) map.delete(key);
        },
      });
    },
    commit() {
      undo = [];
    },
    rollback() {
      for (const step of undo.reverse()) step();
      undo = [];
    },
  };
};
