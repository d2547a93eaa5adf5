/** The process of a PouchDB server on LevelDB: `server.mjs FOLDER`; tells its parent the address. */
import express from 'express';
import expressPouch from 'express-pouchdb';
import PouchDB from 'pouchdb';

const [folder = ''] = process.argv.slice(2);
const app = express();
// Without logs, configuration and all else that replication does not need.
app.use(expressPouch(PouchDB.defaults({ prefix: `${folder}/` }), { mode: 'minimumForPouchDB' }));
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${server.address().port}` });
});
process.once('disconnect', () => process.exit(0));
