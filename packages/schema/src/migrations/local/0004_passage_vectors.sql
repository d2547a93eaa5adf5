ALTER TABLE `passages` ADD `vector` integer;--> statement-breakpoint
CREATE INDEX `passages_project` ON `passages` (`project`);--> statement-breakpoint
CREATE INDEX `passages_vector` ON `passages` (`vector`);--> statement-breakpoint
ALTER TABLE `vectors` ADD `kind` text DEFAULT 'memory' NOT NULL;
--> statement-breakpoint
-- As of memories: a passage's vector goes with the last passage that it is the vector of, whichever model made it [ST-4].
CREATE TRIGGER passages_vector_delete AFTER DELETE ON passages WHEN old.vector IS NOT NULL BEGIN
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN passages AS p ON p.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;
--> statement-breakpoint
-- The next turn is in the vector, the one after it is not: when only that one came, `next` goes on as it was.
CREATE TRIGGER passages_vector_update AFTER UPDATE OF body, author, previous, next ON passages
WHEN old.vector IS NOT NULL AND (old.body <> new.body OR old.author IS NOT new.author OR old.previous <> new.previous
  OR (old.next <> new.next AND (old.next = '' OR substr(new.next, 1, length(old.next)) <> old.next))) BEGIN
  UPDATE passages SET vector = NULL WHERE rid = new.rid;
  DELETE FROM vectors WHERE text_hash = (SELECT text_hash FROM vectors WHERE vid = old.vector)
    AND NOT EXISTS (
      SELECT 1 FROM vectors AS same CROSS JOIN passages AS p ON p.vector = same.vid
      WHERE same.text_hash = vectors.text_hash);
END;
