-- no-transaction
ALTER TABLE "timezones" VALIDATE CONSTRAINT "timezones_visibility";
--> statement-breakpoint
-- What an interrupted build left behind.
DROP INDEX CONCURRENTLY IF EXISTS "idx_timezones_public_name";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "idx_timezones_public_name" ON "timezones" USING btree (timezone_search_key("username") collate "C",left("user_id", 255) collate "C") WHERE visibility = 'public';
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "idx_timezones_search";
