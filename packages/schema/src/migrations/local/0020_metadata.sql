ALTER TABLE `sessions` ADD `metadata` text;--> statement-breakpoint
ALTER TABLE `sources` ADD `source_uri` text;--> statement-breakpoint
ALTER TABLE `sources` ADD `metadata` text;