/**
 * Runs a new PouchDB client: `client.mjs SOURCE FILE [BATCH_SIZE BATCHES_LIMIT]` replicates all documents into a database on disk. It
 * sends its parent the milliseconds, without the start of this process.
 */
import PouchDB from 'pouchdb';

const [source = '', file = '', size, limit] = process.argv.slice(2);
const database = new PouchDB(file);
await database.info();
const startedAt = performance.now();
const options = size === undefined ? {} : { batch_size: Number(size), batches_limit: Number(limit) };
await PouchDB.replicate(source, database, options);
const tookMs = performance.now() - startedAt;
const { doc_count: documents } = await database.info();
await database.close();
process.send?.({ tookMs, documents }, () => process.disconnect());
