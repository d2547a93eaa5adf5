/** Emitted by scripts/emit-migrations.mjs from the SQL files beside it; not written by hand. `checksum`: SHA-256 of the SQL. */
export const LOCAL_MIGRATIONS: readonly {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}[] = [
  {
    version: 0,
    name: '0000_tables',
    checksum: '75eb2672acf544e7cefc68c44be0b1867e22bed75f50b277df278fe9fbbf3f6b',
    sql: `
CREATE TABLE \`access\` (
	\`entity\` text PRIMARY KEY NOT NULL,
	\`n\` integer NOT NULL,
	\`last_at\` integer NOT NULL
);

CREATE TABLE \`dead_letters\` (
	\`entity\` text NOT NULL,
	\`facet\` text NOT NULL,
	\`hlc\` text NOT NULL,
	\`verdict\` text NOT NULL,
	\`at\` integer NOT NULL,
	PRIMARY KEY(\`entity\`, \`facet\`)
);

CREATE TABLE \`forgotten\` (
	\`entity\` text PRIMARY KEY NOT NULL,
	\`hash\` text NOT NULL,
	\`at\` integer NOT NULL,
	\`content_hash\` text
);

CREATE INDEX \`forgotten_hash\` ON \`forgotten\` (\`hash\`);
CREATE TABLE \`inflight\` (
	\`push_no\` integer PRIMARY KEY NOT NULL,
	\`bytes\` blob NOT NULL,
	\`items\` text NOT NULL,
	\`frozen_at\` integer NOT NULL
);

CREATE TABLE \`memories\` (
	\`rid\` integer PRIMARY KEY NOT NULL,
	\`id\` text NOT NULL,
	\`content\` text NOT NULL,
	\`namespace\` text,
	\`key\` text,
	\`project\` text,
	\`source\` text NOT NULL,
	\`trust\` text NOT NULL,
	\`pinned\` integer NOT NULL,
	\`tags\` text NOT NULL,
	\`superseded_by\` text,
	\`superseded_at\` integer,
	\`device_id\` text NOT NULL,
	\`device_name\` text NOT NULL,
	\`session\` text,
	\`agent\` text,
	\`created_at\` integer NOT NULL,
	\`updated_at\` integer NOT NULL,
	\`state\` integer NOT NULL,
	\`content_hash\` text NOT NULL,
	\`aside\` text NOT NULL,
	\`grams\` text NOT NULL,
	\`scope\` text NOT NULL,
	\`summarised\` integer DEFAULT 0 NOT NULL
);

CREATE UNIQUE INDEX \`memories_id_unique\` ON \`memories\` (\`id\`);
CREATE INDEX \`memories_created\` ON \`memories\` (\`state\`,\`created_at\`);
CREATE INDEX \`memories_project\` ON \`memories\` (\`project\`,\`created_at\`);
CREATE INDEX \`memories_hash\` ON \`memories\` (\`content_hash\`);
CREATE INDEX \`memories_key\` ON \`memories\` (\`key\`,\`namespace\`) WHERE key is not null;
CREATE INDEX \`memories_pinned\` ON \`memories\` (\`created_at\`) WHERE pinned = 1;
CREATE INDEX \`memories_superseded\` ON \`memories\` (\`superseded_by\`) WHERE superseded_by is not null;
CREATE INDEX \`memories_unsummarised\` ON \`memories\` (\`created_at\`) WHERE summarised = 0 and state = 0;
CREATE TABLE \`meta\` (
	\`key\` text PRIMARY KEY NOT NULL,
	\`value\` text NOT NULL
);

CREATE TABLE \`migrations\` (
	\`version\` integer PRIMARY KEY NOT NULL,
	\`name\` text NOT NULL,
	\`checksum\` text NOT NULL,
	\`applied_at\` integer NOT NULL
);

CREATE TABLE \`outbox\` (
	\`hlc\` text NOT NULL,
	\`entity\` text NOT NULL,
	\`facet\` text NOT NULL,
	\`again\` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(\`hlc\`, \`entity\`, \`facet\`)
);

CREATE TABLE \`quarantine\` (
	\`entity\` text NOT NULL,
	\`facet\` text NOT NULL,
	\`hlc\` text NOT NULL,
	\`seq\` integer,
	\`v\` integer NOT NULL,
	\`kg\` integer NOT NULL,
	\`payload\` text NOT NULL,
	\`reason\` text NOT NULL,
	\`at\` integer NOT NULL,
	PRIMARY KEY(\`entity\`, \`facet\`)
);

CREATE TABLE \`registers\` (
	\`entity\` text NOT NULL,
	\`facet\` text NOT NULL,
	\`hlc\` text NOT NULL,
	\`kg\` integer NOT NULL,
	\`value\` text NOT NULL,
	\`seq\` integer,
	PRIMARY KEY(\`entity\`, \`facet\`)
);

CREATE TABLE \`revisions\` (
	\`entity\` text NOT NULL,
	\`facet\` text NOT NULL,
	\`hlc\` text NOT NULL,
	\`kg\` integer NOT NULL,
	\`value\` text NOT NULL,
	\`replaced_at\` integer NOT NULL,
	PRIMARY KEY(\`entity\`, \`facet\`, \`hlc\`)
);

CREATE TABLE \`summaries\` (
	\`id\` text PRIMARY KEY NOT NULL,
	\`type\` text NOT NULL,
	\`project\` text,
	\`content\` text NOT NULL,
	\`entry_ids\` text NOT NULL,
	\`period_start\` integer NOT NULL,
	\`period_end\` integer NOT NULL,
	\`method\` text NOT NULL,
	\`created_at\` integer NOT NULL
);

CREATE INDEX \`summaries_scope\` ON \`summaries\` (\`project\`,\`type\`,\`created_at\`);
CREATE TABLE \`turns\` (
	\`turn\` text PRIMARY KEY NOT NULL,
	\`saves\` integer NOT NULL,
	\`at\` integer NOT NULL
);
`,
  },
  {
    version: 1,
    name: '0001_full_text',
    checksum: '7c884d4897a18f9dfdf7d1357c265bb17ed812beb9cb1eb05f163ae5c60f7631',
    sql: `
-- The full-text index over memories [F-1]. It keeps no copy of the text: it reads the view. \`previous\` and \`next\` are empty
-- here; transcripts fill them with the turns around theirs, so that one query serves both.
CREATE VIEW memory_search AS
  SELECT rid, content || ' ' || aside AS body, '' AS previous, '' AS next, grams, scope FROM memories;

CREATE VIRTUAL TABLE memory_fts USING fts5(
  body, previous, next, grams, scope,
  content = 'memory_search', content_rowid = 'rid', tokenize = 'porter unicode61'
);

-- What is forgotten leaves the index's pages too, not only its answers [ST-4].
INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1);

-- With SQLite 3.45 the 'delete' command of an external content table erases without noting it in the index's format number
-- (5 instead of 4), and integrity checks then take an emptied page for damage.
UPDATE memory_fts_config SET v = 5 WHERE k = 'version';

INSERT INTO memory_fts (memory_fts, rank) VALUES ('rank', 'bm25(1.0, 0.4, 0.2, 1.0, 0.0)');

CREATE TRIGGER memories_fts_insert AFTER INSERT ON memories BEGIN
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;

CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
END;

CREATE TRIGGER memories_fts_update AFTER UPDATE OF content, aside, grams, scope ON memories
WHEN old.content <> new.content OR old.aside <> new.aside OR old.grams <> new.grams OR old.scope <> new.scope BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;
`,
  },
  {
    version: 2,
    name: '0002_thinking',
    checksum: '326a768a2a19ff01540ec8ae2aa8a678edd27efa488d331d76a61fd03223e7b2',
    sql: `
CREATE TABLE \`findings\` (
	\`entity\` text NOT NULL,
	\`other\` text NOT NULL,
	\`entity_hash\` text NOT NULL,
	\`other_hash\` text NOT NULL,
	\`due_at\` integer NOT NULL,
	\`kept\` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(\`entity\`, \`other\`)
);

CREATE INDEX \`findings_other\` ON \`findings\` (\`other\`);
CREATE INDEX \`findings_due\` ON \`findings\` (\`kept\`,\`due_at\`);
CREATE TABLE \`injected\` (
	\`session\` text NOT NULL,
	\`entity\` text NOT NULL,
	\`at\` integer NOT NULL,
	PRIMARY KEY(\`session\`, \`entity\`)
);

CREATE INDEX \`injected_at\` ON \`injected\` (\`at\`);
CREATE TABLE \`model_calls\` (
	\`id\` integer PRIMARY KEY NOT NULL,
	\`at\` integer NOT NULL,
	\`purpose\` text NOT NULL,
	\`model\` text NOT NULL,
	\`prompt_tokens\` integer NOT NULL,
	\`completion_tokens\` integer NOT NULL,
	\`ms\` integer NOT NULL,
	\`outcome\` text NOT NULL
);

CREATE INDEX \`model_calls_at\` ON \`model_calls\` (\`at\`);
CREATE TABLE \`passages\` (
	\`rid\` integer PRIMARY KEY NOT NULL,
	\`source\` text NOT NULL,
	\`kind\` text NOT NULL,
	\`ordinal\` integer NOT NULL,
	\`part\` integer NOT NULL,
	\`body\` text NOT NULL,
	\`previous\` text NOT NULL,
	\`next\` text NOT NULL,
	\`aside\` text NOT NULL,
	\`grams\` text NOT NULL,
	\`scope\` text NOT NULL,
	\`project\` text,
	\`author\` text,
	\`at\` integer NOT NULL,
	\`start\` integer NOT NULL,
	\`stop\` integer NOT NULL,
	\`content_hash\` text NOT NULL
);

CREATE UNIQUE INDEX \`passages_place\` ON \`passages\` (\`source\`,\`ordinal\`,\`part\`);
CREATE TABLE \`sources\` (
	\`id\` text PRIMARY KEY NOT NULL,
	\`kind\` text NOT NULL,
	\`name\` text NOT NULL,
	\`project\` text,
	\`content_hash\` text NOT NULL,
	\`bytes\` integer NOT NULL,
	\`modified_at\` integer NOT NULL,
	\`indexed_at\` integer NOT NULL
);

CREATE INDEX \`sources_kind\` ON \`sources\` (\`kind\`,\`name\`);
CREATE TABLE \`summary_citations\` (
	\`summary\` text NOT NULL,
	\`sentence\` integer NOT NULL,
	\`entity\` text NOT NULL,
	\`content_hash\` text NOT NULL,
	PRIMARY KEY(\`summary\`, \`sentence\`, \`entity\`)
);

CREATE INDEX \`summary_citations_entity\` ON \`summary_citations\` (\`entity\`);
CREATE TABLE \`unindexed\` (
	\`first_rid\` integer PRIMARY KEY NOT NULL,
	\`last_rid\` integer NOT NULL
);

CREATE TABLE \`vectors\` (
	\`vid\` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	\`model\` text NOT NULL,
	\`text_hash\` text NOT NULL,
	\`bits\` blob NOT NULL,
	\`vector\` blob NOT NULL,
	\`unowned_since\` integer
);

CREATE UNIQUE INDEX \`vectors_text\` ON \`vectors\` (\`text_hash\`,\`model\`);
DROP INDEX \`memories_project\`;
DROP INDEX \`memories_unsummarised\`;
ALTER TABLE \`memories\` ADD \`seen_n\` integer;
ALTER TABLE \`memories\` ADD \`seen_first\` integer;
ALTER TABLE \`memories\` ADD \`seen_last\` integer;
ALTER TABLE \`memories\` ADD \`compared\` integer DEFAULT 0 NOT NULL;
ALTER TABLE \`memories\` ADD \`vector\` integer;
CREATE INDEX \`memories_uncompared\` ON \`memories\` (\`state\`) WHERE compared = 0;
CREATE INDEX \`memories_vector\` ON \`memories\` (\`vector\`);
CREATE INDEX \`memories_project\` ON \`memories\` (\`project\`,\`state\`,\`created_at\`);
CREATE INDEX \`memories_unsummarised\` ON \`memories\` (\`project\`,\`created_at\`) WHERE summarised = 0 and state = 0 and trust in ('high', 'normal');
CREATE INDEX \`access_n\` ON \`access\` (\`n\`);
ALTER TABLE \`summaries\` DROP COLUMN \`entry_ids\`;
`,
  },
  {
    version: 3,
    name: '0003_passages',
    checksum: '706af6d179b8453b875cffdaa57a516e5adffea040ddd57fbe36e627646e81c6',
    sql: `
-- The full-text index over passages [F-1, F-8, M-11]: as the one over memories, with the turns around a turn in \`previous\`
-- and \`next\`.
CREATE VIEW passage_search AS
  SELECT rid, body || ' ' || aside AS body, previous, next, grams, scope FROM passages;

CREATE VIRTUAL TABLE passage_fts USING fts5(
  body, previous, next, grams, scope,
  content = 'passage_search', content_rowid = 'rid', tokenize = 'porter unicode61'
);

-- As for memories: what is taken out leaves the index's pages [ST-4], and the format number says so.
INSERT INTO passage_fts (passage_fts, rank) VALUES ('secure-delete', 1);

UPDATE passage_fts_config SET v = 5 WHERE k = 'version';

INSERT INTO passage_fts (passage_fts, rank) VALUES ('rank', 'bm25(1.0, 0.4, 0.2, 1.0, 0.0)');

CREATE TRIGGER passages_fts_insert AFTER INSERT ON passages BEGIN
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope);
END;

CREATE TRIGGER passages_fts_delete AFTER DELETE ON passages BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope);
END;

CREATE TRIGGER passages_fts_update AFTER UPDATE OF body, previous, next, aside, grams, scope ON passages BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope);
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope);
END;

-- Rows of \`memories\` that \`unindexed\` names are left alone by the triggers: they are indexed together, or later [F-6]. Ranges do not
-- overlap, so the last one that begins at or before a row decides.
DROP TRIGGER memories_fts_insert;

DROP TRIGGER memories_fts_delete;

DROP TRIGGER memories_fts_update;

CREATE TRIGGER memories_fts_insert AFTER INSERT ON memories
WHEN new.rid > coalesce((SELECT last_rid FROM unindexed WHERE first_rid <= new.rid ORDER BY first_rid DESC LIMIT 1), 0) BEGIN
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;

CREATE TRIGGER memories_fts_delete AFTER DELETE ON memories
WHEN old.rid > coalesce((SELECT last_rid FROM unindexed WHERE first_rid <= old.rid ORDER BY first_rid DESC LIMIT 1), 0) BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
END;

CREATE TRIGGER memories_fts_update AFTER UPDATE OF content, aside, grams, scope ON memories
WHEN (old.content <> new.content OR old.aside <> new.aside OR old.grams <> new.grams OR old.scope <> new.scope)
  AND old.rid > coalesce((SELECT last_rid FROM unindexed WHERE first_rid <= old.rid ORDER BY first_rid DESC LIMIT 1), 0) BEGIN
  INSERT INTO memory_fts (memory_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.content || ' ' || old.aside, '', '', old.grams, old.scope);
  INSERT INTO memory_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.content || ' ' || new.aside, '', '', new.grams, new.scope);
END;

-- Entries that are gathered in memory before they become one segment of the index, in bytes: many rows at once make fewer segments.
INSERT INTO memory_fts (memory_fts, rank) VALUES ('hashsize', 8388608);

-- A device at rest merges segments in small steps, two of a size being enough.
INSERT INTO memory_fts (memory_fts, rank) VALUES ('usermerge', 2);

INSERT INTO passage_fts (passage_fts, rank) VALUES ('usermerge', 2);

-- A vector goes with the last memory that says its text, whichever model made it [ST-4].
CREATE TRIGGER memories_vector_delete AFTER DELETE ON memories WHEN old.vector IS NOT NULL BEGIN
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN memories AS m ON m.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;

CREATE TRIGGER memories_vector_update AFTER UPDATE OF content, key ON memories
WHEN old.vector IS NOT NULL AND (old.content <> new.content OR old.key IS NOT new.key) BEGIN
  UPDATE memories SET vector = NULL WHERE rid = new.rid;
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN memories AS m ON m.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;
`,
  },
  {
    version: 4,
    name: '0004_passage_vectors',
    checksum: '9c9934077a4670596bf6711d662b188c04ca99b351ab72dc545fc85be9538313',
    sql: `
ALTER TABLE \`passages\` ADD \`vector\` integer;
CREATE INDEX \`passages_project\` ON \`passages\` (\`project\`);
CREATE INDEX \`passages_vector\` ON \`passages\` (\`vector\`);
ALTER TABLE \`vectors\` ADD \`kind\` text DEFAULT 'memory' NOT NULL;

-- As of memories: a passage's vector goes with the last passage that it is the vector of, whichever model made it [ST-4].
CREATE TRIGGER passages_vector_delete AFTER DELETE ON passages WHEN old.vector IS NOT NULL BEGIN
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN passages AS p ON p.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;

-- The next turn is in the vector, the one after it is not: when only that one came, \`next\` goes on as it was.
CREATE TRIGGER passages_vector_update AFTER UPDATE OF body, author, previous, next ON passages
WHEN old.vector IS NOT NULL AND (old.body <> new.body OR old.author IS NOT new.author OR old.previous <> new.previous
  OR (old.next <> new.next AND (old.next = '' OR substr(new.next, 1, length(old.next)) <> old.next))) BEGIN
  UPDATE passages SET vector = NULL WHERE rid = new.rid;
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN passages AS p ON p.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;
`,
  },
  {
    version: 5,
    name: '0005_sessions',
    checksum: '2ad3d975982bb8516872039905897879d7f9f4bd16085b0c7ee72541894300e6',
    sql: `
CREATE TABLE \`session_files\` (
	\`session\` text NOT NULL,
	\`path\` text NOT NULL,
	\`at\` integer NOT NULL,
	PRIMARY KEY(\`session\`, \`path\`)
);

CREATE TABLE \`session_messages\` (
	\`session\` text NOT NULL,
	\`sequence\` integer NOT NULL,
	\`role\` text NOT NULL,
	\`content\` text NOT NULL,
	\`tool_calls\` text,
	\`tool_results\` text,
	\`tokens\` integer NOT NULL,
	\`at\` integer NOT NULL,
	PRIMARY KEY(\`session\`, \`sequence\`)
);

CREATE TABLE \`sessions\` (
	\`id\` text PRIMARY KEY NOT NULL,
	\`name\` text NOT NULL,
	\`scope\` text NOT NULL,
	\`scope_id\` text NOT NULL,
	\`project\` text,
	\`agent\` text,
	\`state\` text DEFAULT 'working' NOT NULL,
	\`last_sequence\` integer DEFAULT -1 NOT NULL,
	\`messages\` integer DEFAULT 0 NOT NULL,
	\`max_tokens\` integer,
	\`tokens\` integer DEFAULT 0 NOT NULL,
	\`unsummarised\` integer DEFAULT 0 NOT NULL,
	\`unsummarised_tokens\` integer DEFAULT 0 NOT NULL,
	\`earlier\` text,
	\`summary\` text,
	\`summary_model\` text,
	\`summary_epoch\` integer DEFAULT 0 NOT NULL,
	\`summary_from\` integer DEFAULT -1 NOT NULL,
	\`summary_upto\` integer DEFAULT -1 NOT NULL,
	\`compacted_upto\` integer DEFAULT -1 NOT NULL,
	\`compactions\` integer DEFAULT 0 NOT NULL,
	\`compacted_at\` integer,
	\`flushed_at_compaction\` integer DEFAULT -1 NOT NULL,
	\`extracted_upto\` integer DEFAULT -1 NOT NULL,
	\`extracted_at\` integer,
	\`reviewed_at\` integer,
	\`active_task\` text,
	\`created_at\` integer NOT NULL,
	\`updated_at\` integer NOT NULL
);

CREATE UNIQUE INDEX \`sessions_name\` ON \`sessions\` (\`name\`,\`scope\`,\`scope_id\`);
CREATE INDEX \`sessions_updated\` ON \`sessions\` (\`updated_at\`);
CREATE INDEX \`sessions_unextracted\` ON \`sessions\` (\`updated_at\`) WHERE extracted_upto < last_sequence;
ALTER TABLE \`passages\` ADD \`until\` integer;
CREATE INDEX \`passages_said\` ON \`passages\` (\`content_hash\`) WHERE kind = 'turn';
`,
  },
  {
    version: 6,
    name: '0006_schedules',
    checksum: '911ba39bd1514a1b0b5a4b23b0ce90b68f9d266c60e45359103a98c44fe3825b',
    sql: `
CREATE TABLE \`schedule_runs\` (
	\`id\` text PRIMARY KEY NOT NULL,
	\`schedule\` text NOT NULL,
	\`started_at\` integer NOT NULL,
	\`finished_at\` integer NOT NULL,
	\`status\` text NOT NULL,
	\`output_summary\` text,
	\`output\` text,
	\`turns\` integer DEFAULT 0 NOT NULL,
	\`tokens\` integer DEFAULT 0 NOT NULL,
	\`cost\` integer DEFAULT 0 NOT NULL,
	\`notified\` integer DEFAULT 0 NOT NULL,
	\`due_at\` integer
);

CREATE INDEX \`schedule_runs_of\` ON \`schedule_runs\` (\`schedule\`,\`started_at\`);
CREATE TABLE \`schedule_times\` (
	\`schedule\` text PRIMARY KEY NOT NULL,
	\`next_run_at\` integer,
	\`last_run_at\` integer,
	\`last_status\` text,
	\`failures\` integer DEFAULT 0 NOT NULL,
	\`running_since\` integer,
	\`running_due_at\` integer,
	\`output_hash\` text,
	\`cadence\` text,
	\`computed_at\` integer NOT NULL
);

CREATE INDEX \`schedule_times_due\` ON \`schedule_times\` (\`next_run_at\`) WHERE next_run_at is not null;
CREATE TABLE \`schedules\` (
	\`id\` text PRIMARY KEY NOT NULL,
	\`name\` text,
	\`goal\` text NOT NULL,
	\`cadence\` text NOT NULL,
	\`notify\` text NOT NULL,
	\`status\` text NOT NULL,
	\`reason\` text,
	\`project\` text,
	\`channel\` text,
	\`channel_context\` text,
	\`runner_id\` text NOT NULL,
	\`runner_name\` text NOT NULL,
	\`device_id\` text NOT NULL,
	\`device_name\` text NOT NULL,
	\`agent\` text,
	\`created_at\` integer NOT NULL,
	\`updated_at\` integer NOT NULL,
	\`words\` text NOT NULL
);

CREATE INDEX \`schedules_name\` ON \`schedules\` (\`name\`);
CREATE INDEX \`schedules_created\` ON \`schedules\` (\`created_at\`);
CREATE INDEX \`schedules_status\` ON \`schedules\` (\`status\`);
`,
  },
  {
    version: 7,
    name: '0007_tacit',
    checksum: 'c1c49f5839dd40815ca0a958093ee9e730713e232aeedd9ea2191d74f7675b4c',
    sql: `
CREATE INDEX \`memories_tacit\` ON \`memories\` (\`project\`,\`created_at\`) WHERE state = 0 and namespace >= 'tacit' and namespace < 'tacit0';
CREATE INDEX \`memories_personality\` ON \`memories\` (\`project\`,\`created_at\`) WHERE state = 0 and namespace >= 'tacit/personality' and namespace < 'tacit/personality0';
`,
  },
  {
    version: 8,
    name: '0008_counts',
    checksum: '5186bdae67b3f298d939dfa4efdc61df4d25fe30ea65365aad348f12aa732871',
    sql: `
CREATE TABLE \`memory_counts\` (
	\`facts\` text PRIMARY KEY NOT NULL,
	\`n\` integer NOT NULL,
	\`newest\` integer NOT NULL
);

CREATE TABLE \`tag_counts\` (
	\`tag\` text PRIMARY KEY NOT NULL,
	\`n\` integer NOT NULL
);

-- One row of a few, in a page that is in memory: a save costs some microseconds more, and nobody counts rows any more [ST-5].
CREATE TRIGGER memories_count_insert AFTER INSERT ON memories BEGIN
  INSERT INTO memory_counts (facts, n, newest)
  VALUES (json_array(new.state, new.project, new.source, new.device_id, new.device_name, new.agent, new.pinned, new.key IS NOT NULL), 1, new.rid)
  ON CONFLICT (facts) DO UPDATE SET n = n + 1, newest = max(newest, excluded.newest);
END;

CREATE TRIGGER memories_count_delete AFTER DELETE ON memories BEGIN
  UPDATE memory_counts SET n = n - 1
  WHERE facts = json_array(old.state, old.project, old.source, old.device_id, old.device_name, old.agent, old.pinned, old.key IS NOT NULL);
  DELETE FROM memory_counts
  WHERE facts = json_array(old.state, old.project, old.source, old.device_id, old.device_name, old.agent, old.pinned, old.key IS NOT NULL) AND n = 0;
END;

CREATE TRIGGER memories_count_update AFTER UPDATE OF state, project, source, device_id, device_name, agent, pinned, key ON memories
WHEN old.state <> new.state OR old.project IS NOT new.project OR old.source <> new.source OR old.device_id <> new.device_id
  OR old.device_name <> new.device_name OR old.agent IS NOT new.agent OR old.pinned <> new.pinned
  OR (old.key IS NULL) <> (new.key IS NULL) BEGIN
  UPDATE memory_counts SET n = n - 1
  WHERE facts = json_array(old.state, old.project, old.source, old.device_id, old.device_name, old.agent, old.pinned, old.key IS NOT NULL);
  DELETE FROM memory_counts
  WHERE facts = json_array(old.state, old.project, old.source, old.device_id, old.device_name, old.agent, old.pinned, old.key IS NOT NULL) AND n = 0;
  INSERT INTO memory_counts (facts, n, newest)
  VALUES (json_array(new.state, new.project, new.source, new.device_id, new.device_name, new.agent, new.pinned, new.key IS NOT NULL), 1, new.rid)
  ON CONFLICT (facts) DO UPDATE SET n = n + 1, newest = max(newest, excluded.newest);
END;

CREATE TRIGGER memories_tags_insert AFTER INSERT ON memories WHEN new.state = 0 AND new.tags <> '[]' BEGIN
  INSERT INTO tag_counts (tag, n) SELECT value, 1 FROM json_each(new.tags) WHERE true
  ON CONFLICT (tag) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER memories_tags_delete AFTER DELETE ON memories WHEN old.state = 0 AND old.tags <> '[]' BEGIN
  UPDATE tag_counts SET n = n - (SELECT count(*) FROM json_each(old.tags) WHERE value = tag)
  WHERE tag IN (SELECT value FROM json_each(old.tags));
  DELETE FROM tag_counts WHERE tag IN (SELECT value FROM json_each(old.tags)) AND n = 0;
END;

CREATE TRIGGER memories_tags_update AFTER UPDATE OF state, tags ON memories
WHEN (old.state = 0) <> (new.state = 0) OR old.tags <> new.tags BEGIN
  UPDATE tag_counts SET n = n - (SELECT count(*) FROM json_each(old.tags) WHERE value = tag)
  WHERE old.state = 0 AND tag IN (SELECT value FROM json_each(old.tags));
  DELETE FROM tag_counts WHERE old.state = 0 AND tag IN (SELECT value FROM json_each(old.tags)) AND n = 0;
  INSERT INTO tag_counts (tag, n) SELECT value, 1 FROM json_each(new.tags) WHERE new.state = 0
  ON CONFLICT (tag) DO UPDATE SET n = n + 1;
END;

-- What is there already.
INSERT INTO memory_counts (facts, n, newest)
  SELECT json_array(state, project, source, device_id, device_name, agent, pinned, key IS NOT NULL), count(*), max(rid)
  FROM memories GROUP BY state, project, source, device_id, device_name, agent, pinned, key IS NOT NULL;

INSERT INTO tag_counts (tag, n)
  SELECT tag.value, count(*) FROM memories, json_each(memories.tags) AS tag WHERE memories.state = 0 GROUP BY tag.value;
`,
  },
  {
    version: 9,
    name: '0009_days',
    checksum: '48d507eeb40703c9e8df51e05df72033e2c69c39f1340c6451c940c991a6dfec',
    sql: `
CREATE TABLE \`day_figures\` (
	\`day\` text PRIMARY KEY NOT NULL,
	\`bytes\` integer NOT NULL,
	\`memories\` integer NOT NULL,
	\`passages\` integer NOT NULL,
	\`saves\` text NOT NULL,
	\`searches\` text NOT NULL
);

CREATE TABLE \`given_contexts\` (
	\`id\` integer PRIMARY KEY NOT NULL,
	\`project\` text NOT NULL,
	\`day\` text NOT NULL,
	\`slot\` text NOT NULL,
	\`at\` integer NOT NULL,
	\`tokens\` integer NOT NULL,
	\`tokens_max\` integer NOT NULL
);

CREATE UNIQUE INDEX \`given_contexts_slot\` ON \`given_contexts\` (\`project\`,\`day\`,\`slot\`);
CREATE INDEX \`given_contexts_at\` ON \`given_contexts\` (\`at\`);
CREATE TABLE \`given_parts\` (
	\`context\` integer NOT NULL,
	\`place\` integer NOT NULL,
	\`entity\` text NOT NULL,
	\`kind\` text NOT NULL,
	\`section\` text NOT NULL,
	\`tokens\` integer NOT NULL,
	\`stamp\` integer NOT NULL,
	PRIMARY KEY(\`context\`, \`place\`)
);

CREATE INDEX \`given_parts_entity\` ON \`given_parts\` (\`entity\`);
ALTER TABLE \`schedule_runs\` ADD \`currency\` text;
`,
  },
  {
    version: 10,
    name: '0010_waiting_passages',
    checksum: 'dda155f4f314c4f3aaa67eaaf924de4483e4ef93cf58d4c29c76fde6450fa56b',
    sql: `
ALTER TABLE \`passages\` ADD \`waits\` integer;
CREATE INDEX \`passages_waiting\` ON \`passages\` (\`waits\`) WHERE waits is not null;
-- What \`waits\` says is not in the index [F-12] is not in the view either, so a check and a rebuild fit; the triggers leave it alone.
DROP VIEW passage_search;

CREATE VIEW passage_search AS
  SELECT rid, body || ' ' || aside AS body, previous, next, grams, scope FROM passages WHERE waits IS NOT 1;

DROP TRIGGER passages_fts_insert;

DROP TRIGGER passages_fts_delete;

DROP TRIGGER passages_fts_update;

CREATE TRIGGER passages_fts_insert AFTER INSERT ON passages WHEN new.waits IS NOT 1 BEGIN
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  VALUES (new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope);
END;

CREATE TRIGGER passages_fts_delete AFTER DELETE ON passages WHEN old.waits IS NOT 1 BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  VALUES ('delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope);
END;

CREATE TRIGGER passages_fts_update AFTER UPDATE OF body, previous, next, aside, grams, scope ON passages BEGIN
  INSERT INTO passage_fts (passage_fts, rowid, body, previous, next, grams, scope)
  SELECT 'delete', old.rid, old.body || ' ' || old.aside, old.previous, old.next, old.grams, old.scope
  WHERE old.waits IS NOT 1;
  INSERT INTO passage_fts (rowid, body, previous, next, grams, scope)
  SELECT new.rid, new.body || ' ' || new.aside, new.previous, new.next, new.grams, new.scope
  WHERE new.waits IS NOT 1;
END;

-- Turns that were not told yet what follows them.
UPDATE passages SET waits = 2 WHERE kind = 'turn' AND next <> coalesce((
  SELECT group_concat(spoken, ' ') FROM (
    SELECT coalesce(f.author || ': ', '') || f.body AS spoken FROM passages AS f
    WHERE f.source = passages.source AND (f.ordinal, f.part) > (passages.ordinal, passages.part)
    ORDER BY f.ordinal, f.part LIMIT 2)), '');
`,
  },
  {
    version: 11,
    name: '0011_tacit_ids',
    checksum: 'dca078c50e156bc038f7629debd1bb658625ae5b3c0541798b2aaaa8f92185ab',
    sql: `
CREATE INDEX \`memories_tacit_ids\` ON \`memories\` (\`id\`) WHERE state = 0 and namespace >= 'tacit' and namespace < 'tacit0';
`,
  },
  {
    version: 12,
    name: '0012_session_memories',
    checksum: '9bd07bf8e6271f9c125eb0c6c12cf08147ae2458aad1a083026d153c654076aa',
    sql: `
CREATE INDEX \`memories_session\` ON \`memories\` (\`session\`,\`created_at\`) WHERE session is not null;
`,
  },
  {
    version: 13,
    name: '0013_removed',
    checksum: '7a571a896a51607f1fd1ef203c21e4d00ded1cdf455eeb842c7b82d63ca7b58c',
    sql: `
CREATE TABLE \`removed\` (
	\`entity\` text PRIMARY KEY NOT NULL,
	\`body\` text NOT NULL,
	\`node\` text NOT NULL,
	\`at\` integer NOT NULL
);


-- A healing that was about to remove what the server did not show sends it instead. [TR-1]
UPDATE meta SET value = json_set(value, '$.phase', 'tombstones') WHERE key = 'healing' AND value ->> '$.phase' = 'sweep';
`,
  },
  {
    version: 14,
    name: '0014_edges',
    checksum: '692934030b1f2fd3934a5f975b0aae5856864386fbe1e09e4f57c8f3cdf5f5ad',
    sql: `
CREATE TABLE \`edges\` (
	\`original\` text NOT NULL,
	\`successor\` text NOT NULL,
	\`kept\` integer NOT NULL,
	PRIMARY KEY(\`original\`, \`successor\`)
);

CREATE INDEX \`edges_successor\` ON \`edges\` (\`successor\`);
CREATE INDEX \`memories_beside\` ON \`memories\` (\`created_at\`) WHERE state = 1 and superseded_by is null;
`,
  },
  {
    version: 15,
    name: '0015_taken',
    checksum: '93ed3d9e8fb8e0841e767a5eb7b730d4292fe98c795cbefa12377e42b24ee84c',
    sql: `
ALTER TABLE \`registers\` ADD \`taken\` integer DEFAULT 0 NOT NULL;
`,
  },
  {
    version: 16,
    name: '0016_task',
    checksum: '9a0367413f4c7ffa20f3a23134d3b5f15d8cdf03914cb1571e60ad4ff1e99a15',
    sql: `
ALTER TABLE \`sessions\` ADD \`task_from\` integer;
`,
  },
  {
    version: 17,
    name: '0017_past',
    checksum: 'a70e18a7d58fb20c357251af0abaa8e14cc19b7bef660604c562e8b86a9b6e11',
    sql: `
ALTER TABLE \`revisions\` ADD \`told\` integer DEFAULT 0 NOT NULL;
ALTER TABLE \`revisions\` ADD \`taken\` integer DEFAULT 1 NOT NULL;
CREATE INDEX \`revisions_untold\` ON \`revisions\` (\`entity\`) WHERE told = 0 and facet = 'body';
`,
  },
  {
    version: 18,
    name: '0018_uses',
    checksum: '91b2c4899bb7e011a104786c1383491af2f56868e41202273051eea982cf1b12',
    sql: `
CREATE TABLE \`branches\` (
	\`subject\` text NOT NULL,
	\`at\` integer NOT NULL,
	\`branch\` text NOT NULL,
	\`project\` text NOT NULL,
	PRIMARY KEY(\`subject\`, \`at\`)
);

CREATE INDEX \`branches_branch\` ON \`branches\` (\`project\`,\`branch\`);
CREATE TABLE \`uses\` (
	\`entity\` text NOT NULL,
	\`agent\` text NOT NULL,
	\`given\` integer NOT NULL,
	\`first_at\` integer NOT NULL,
	\`last_at\` integer NOT NULL,
	\`used\` integer DEFAULT 0 NOT NULL,
	\`used_at\` integer,
	PRIMARY KEY(\`entity\`, \`agent\`)
);

CREATE INDEX \`uses_first\` ON \`uses\` (\`first_at\`);
ALTER TABLE \`injected\` ADD \`used\` integer DEFAULT 0 NOT NULL;
`,
  },
  {
    version: 19,
    name: '0019_acting',
    checksum: 'f67c47cf6460abb8af8b288492a0c3f0d53a2b867755528cc7fc89f086d73fef',
    sql: `
ALTER TABLE \`schedule_runs\` ADD \`log\` text;
ALTER TABLE \`schedule_runs\` ADD \`told\` integer DEFAULT 0 NOT NULL;
ALTER TABLE \`schedule_times\` ADD \`running_log\` text;
ALTER TABLE \`schedules\` ADD \`act\` text;
`,
  },
  {
    version: 20,
    name: '0020_metadata',
    checksum: '5827d08153751ca356ba928c099d8df8278a25761ddb25ef57d0e4d60f9097bf',
    sql: `
ALTER TABLE \`sessions\` ADD \`metadata\` text;
ALTER TABLE \`sources\` ADD \`source_uri\` text;
ALTER TABLE \`sources\` ADD \`metadata\` text;
`,
  },
];
