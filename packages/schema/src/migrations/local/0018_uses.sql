CREATE TABLE `branches` (
	`subject` text NOT NULL,
	`at` integer NOT NULL,
	`branch` text NOT NULL,
	`project` text NOT NULL,
	PRIMARY KEY(`subject`, `at`)
);
--> statement-breakpoint
CREATE INDEX `branches_branch` ON `branches` (`project`,`branch`);--> statement-breakpoint
CREATE TABLE `uses` (
	`entity` text NOT NULL,
	`agent` text NOT NULL,
	`given` integer NOT NULL,
	`first_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`used` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	PRIMARY KEY(`entity`, `agent`)
);
--> statement-breakpoint
CREATE INDEX `uses_first` ON `uses` (`first_at`);--> statement-breakpoint
ALTER TABLE `injected` ADD `used` integer DEFAULT 0 NOT NULL;