/** Runs a PouchDB server on LevelDB: `server.mjs FOLDER` sends its parent the address. */
import express from 'express';
import expressPouch from 'express-pouchdb';
import PouchDB from 'pouchdb';

const [folder = ''] = process.argv.slice(2);
const app = express();
// Replication needs no logs and no configuration, so they are left out.
app.use(expressPouch(PouchDB.defaults({ prefix: `${folder}/` }), { mode: 'minimumForPouchDB' }));
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${server.address().port}` });
});
process.once('disconnect', () => process.exit(0));
