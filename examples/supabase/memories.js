/** The columns that this page shows. */
const COLUMNS = 'id, vault, content, tags, project, pinned, superseded_by, created_at';
const NEWEST = 500;

const failed = ({ error }) => {
  if (error) throw new Error(error.message);
};

/** What a device lists as current: not superseded, forgotten, held for review, or shown as another. */
const isCurrent = (row) => row.shown && row.superseded_by === null;
const idOf = ({ vault, id }) => `${vault} ${id}`;

/**
 * Calls `show` with the current memories, the newest first, now and whenever they change, and `say` with how the connection is.
 * The newest are read whenever the subscription begins, so nothing that changed before is missed. Answers a function that ends it.
 */
export const followMemories = async (client, { show, say }) => {
  const memories = new Map();
  const draw = () => show([...memories.values()].sort((a, b) => (a.created_at < b.created_at ? 1 : -1)));
  const apply = ({ eventType, new: row, old }) => {
    // A row is deleted only with its vault.
    if (eventType === 'DELETE') memories.delete(idOf(old));
    else if (isCurrent(row)) memories.set(idOf(row), row);
    else memories.delete(idOf(row));
  };
  /** Changes that are heard while the memories are read, which may be newer; null when none are read. */
  let heard = null;
  const load = async () => {
    heard = [];
    const read = await client
      .from('memories')
      .select(COLUMNS)
      .is('superseded_by', null)
      .order('created_at', { ascending: false })
      .limit(NEWEST);
    failed(read);
    memories.clear();
    for (const row of read.data) memories.set(idOf(row), row);
    for (const change of heard) apply(change);
    heard = null;
    draw();
  };
  const hear = (change) => {
    if (heard !== null) {
      heard.push(change);
      return;
    }
    apply(change);
    draw();
  };
  const channel = client
    .channel('memories')
    .on('postgres_changes', { event: '*', schema: 'cairn', table: 'readable_memories' }, hear);
  // Else the subscription may begin before it says whose it is.
  await client.realtime.setAuth();
  await new Promise((resolve, reject) => {
    channel.subscribe((state) => {
      say(state === 'SUBSCRIBED' ? 'live' : 'not connected');
      if (state === 'SUBSCRIBED') load().then(resolve, reject);
    });
  });
  return () => client.removeChannel(channel);
};

/** The best memories with these words, current ones first. */
export const searchMemories = async (client, words) => {
  const found = await client.rpc('search_memories', { query: words }).limit(20);
  failed(found);
  return found.data;
};
