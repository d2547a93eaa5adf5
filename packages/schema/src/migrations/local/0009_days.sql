CREATE TABLE `day_figures` (
	`day` text PRIMARY KEY NOT NULL,
	`bytes` integer NOT NULL,
	`memories` integer NOT NULL,
	`passages` integer NOT NULL,
	`saves` text NOT NULL,
	`searches` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `given_contexts` (
	`id` integer PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`day` text NOT NULL,
	`slot` text NOT NULL,
	`at` integer NOT NULL,
	`tokens` integer NOT NULL,
	`tokens_max` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `given_contexts_slot` ON `given_contexts` (`project`,`day`,`slot`);--> statement-breakpoint
CREATE INDEX `given_contexts_at` ON `given_contexts` (`at`);--> statement-breakpoint
CREATE TABLE `given_parts` (
	`context` integer NOT NULL,
	`place` integer NOT NULL,
	`entity` text NOT NULL,
	`kind` text NOT NULL,
	`section` text NOT NULL,
	`tokens` integer NOT NULL,
	`stamp` integer NOT NULL,
	PRIMARY KEY(`context`, `place`)
);
--> statement-breakpoint
CREATE INDEX `given_parts_entity` ON `given_parts` (`entity`);--> statement-breakpoint
ALTER TABLE `schedule_runs` ADD `currency` text;