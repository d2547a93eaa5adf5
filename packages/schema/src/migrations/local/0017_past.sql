ALTER TABLE `revisions` ADD `told` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `revisions` ADD `taken` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX `revisions_untold` ON `revisions` (`entity`) WHERE told = 0 and facet = 'body';