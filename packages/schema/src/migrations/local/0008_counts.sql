CREATE TABLE `memory_counts` (
	`facts` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL,
	`newest` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tag_counts` (
	`tag` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
-- One row of a few, in a page that is in memory: a save costs some microseconds more, and nobody counts rows any more [ST-5].
CREATE TRIGGER memories_count_insert AFTER INSERT ON memories BEGIN
  INSERT INTO memory_counts (facts, n, newest)
  VALUES (json_array(new.state, new.project, new.source, new.device_id, new.device_name, new.agent, new.pinned, new.key IS NOT NULL), 1, new.rid)
  ON CONFLICT (facts) DO UPDATE SET n = n + 1, newest = max(newest, excluded.newest);
END;
--> statement-breakpoint
CREATE TRIGGER memories_count_delete AFTER DELETE ON memories BEGIN
  UPDATE memory_counts SET n = n - 1
  WHERE facts = json_array(old.state, old.project, old.source, old.device_id, old.device_name, old.agent, old.pinned, old.key IS NOT NULL);
  DELETE FROM memory_counts
  WHERE facts = json_array(old.state, old.project, old.source, old.device_id, old.device_name, old.agent, old.pinned, old.key IS NOT NULL) AND n = 0;
END;
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TRIGGER memories_tags_insert AFTER INSERT ON memories WHEN new.state = 0 AND new.tags <> '[]' BEGIN
  INSERT INTO tag_counts (tag, n) SELECT value, 1 FROM json_each(new.tags) WHERE true
  ON CONFLICT (tag) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
CREATE TRIGGER memories_tags_delete AFTER DELETE ON memories WHEN old.state = 0 AND old.tags <> '[]' BEGIN
  UPDATE tag_counts SET n = n - (SELECT count(*) FROM json_each(old.tags) WHERE value = tag)
  WHERE tag IN (SELECT value FROM json_each(old.tags));
  DELETE FROM tag_counts WHERE tag IN (SELECT value FROM json_each(old.tags)) AND n = 0;
END;
--> statement-breakpoint
CREATE TRIGGER memories_tags_update AFTER UPDATE OF state, tags ON memories
WHEN (old.state = 0) <> (new.state = 0) OR old.tags <> new.tags BEGIN
  UPDATE tag_counts SET n = n - (SELECT count(*) FROM json_each(old.tags) WHERE value = tag)
  WHERE old.state = 0 AND tag IN (SELECT value FROM json_each(old.tags));
  DELETE FROM tag_counts WHERE old.state = 0 AND tag IN (SELECT value FROM json_each(old.tags)) AND n = 0;
  INSERT INTO tag_counts (tag, n) SELECT value, 1 FROM json_each(new.tags) WHERE new.state = 0
  ON CONFLICT (tag) DO UPDATE SET n = n + 1;
END;
--> statement-breakpoint
-- What is there already.
INSERT INTO memory_counts (facts, n, newest)
  SELECT json_array(state, project, source, device_id, device_name, agent, pinned, key IS NOT NULL), count(*), max(rid)
  FROM memories GROUP BY state, project, source, device_id, device_name, agent, pinned, key IS NOT NULL;
--> statement-breakpoint
INSERT INTO tag_counts (tag, n)
  SELECT tag.value, count(*) FROM memories, json_each(memories.tags) AS tag WHERE memories.state = 0 GROUP BY tag.value;
