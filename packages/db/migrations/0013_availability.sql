-- Not validated, which would scan the table: every row is null.
ALTER TABLE "timezones" ADD COLUMN IF NOT EXISTS "availability" text;--> statement-breakpoint
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'timezones'::regclass AND conname = 'timezones_availability') THEN
		ALTER TABLE "timezones" ADD CONSTRAINT "timezones_availability" CHECK (char_length("timezones"."availability") <= 470 and "timezones"."availability" ~ '^(state|hours)(;(mo|tu|we|th|fr|sa|su)(,(mo|tu|we|th|fr|sa|su))* ([01][0-9]|2[0-3]):[0-5][0-9]-(([01][0-9]|2[0-3]):[0-5][0-9]|24:00))*$') NOT VALID;
	END IF;
END $$;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "idx_sessions_user_id" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "idx_sessions_last_used_at" ON "sessions" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "idx_timezone_tombstones_at" ON "timezone_tombstones" USING btree ("at");--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "used_once" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "idx_used_once_expires_at" ON "used_once" USING btree ("expires_at");
