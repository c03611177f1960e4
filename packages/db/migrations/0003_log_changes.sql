CREATE TABLE IF NOT EXISTS "timezone_change_log" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"ord_offset" bigint DEFAULT 0 NOT NULL,
	"pruned_ord" bigint DEFAULT 0 NOT NULL,
	"pruned_position" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "timezone_change_log_only_row" CHECK ("timezone_change_log"."only_row")
);
--> statement-breakpoint
INSERT INTO "timezone_change_log" DEFAULT VALUES ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "timezone_changes" (
	"ord" bigint NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "timezone_changes_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"user_id" text NOT NULL,
	"username" text,
	"timezone" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "timezone_changes_ord_position_pk" PRIMARY KEY("ord","position")
);
--> statement-breakpoint
-- Runs when the row is locked: whoever changed this user before has committed, and what he logged can be seen here.
-- His transaction may have begun later and so have a higher number; then this change takes that number, too, and
-- comes after his by its position. Only changes of transactions that began after this one need to be looked through.
CREATE OR REPLACE FUNCTION log_timezone_change() RETURNS trigger LANGUAGE plpgsql
-- A plan made while the log was short would read all of it for ever.
SET enable_seqscan = off AS $$
DECLARE
	changed timezones := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
	is_delete boolean := TG_OP = 'DELETE';
BEGIN
	INSERT INTO timezone_changes (ord, type, user_id, username, timezone, at)
	SELECT
		greatest(own.ord, (SELECT max(ord) FROM timezone_changes WHERE ord > own.ord AND user_id = changed.user_id)),
		CASE WHEN is_delete THEN 'delete' ELSE 'set' END,
		changed.user_id,
		CASE WHEN NOT is_delete THEN changed.username END,
		CASE WHEN NOT is_delete THEN changed.timezone END,
		CASE WHEN is_delete THEN now() ELSE coalesce(changed.updated_at, now()) END
	FROM (SELECT pg_current_xact_id()::text::bigint + ord_offset AS ord FROM timezone_change_log) AS own;
	RETURN NULL;
END $$;
--> statement-breakpoint
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'timezones'::regclass AND tgname = 'timezones_log_change') THEN
		CREATE TRIGGER timezones_log_change AFTER INSERT OR UPDATE OR DELETE ON timezones
		FOR EACH ROW EXECUTE FUNCTION log_timezone_change();
	END IF;
END $$;
