CREATE TABLE `edges` (
	`original` text NOT NULL,
	`successor` text NOT NULL,
	`kept` integer NOT NULL,
	PRIMARY KEY(`original`, `successor`)
);
--> statement-breakpoint
CREATE INDEX `edges_successor` ON `edges` (`successor`);--> statement-breakpoint
CREATE INDEX `memories_beside` ON `memories` (`created_at`) WHERE state = 1 and superseded_by is null;