CREATE TABLE `model_calls` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`purpose` text NOT NULL,
	`model` text NOT NULL,
	`prompt_tokens` integer NOT NULL,
	`completion_tokens` integer NOT NULL,
	`ms` integer NOT NULL,
	`outcome` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `model_calls_at` ON `model_calls` (`at`);--> statement-breakpoint
CREATE TABLE `summary_citations` (
	`summary` text NOT NULL,
	`sentence` integer NOT NULL,
	`entity` text NOT NULL,
	`content_hash` text NOT NULL,
	PRIMARY KEY(`summary`, `sentence`, `entity`)
);
--> statement-breakpoint
CREATE INDEX `summary_citations_entity` ON `summary_citations` (`entity`);--> statement-breakpoint
ALTER TABLE `summaries` DROP COLUMN `entry_ids`;