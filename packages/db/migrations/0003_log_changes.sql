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
-- The highest ord that a user's changes have above that of a transaction: a handful of entries at the end of the
-- primary key. (A plan made while the log was short would read all of it for ever.)
CREATE OR REPLACE FUNCTION latest_timezone_change(changed_user_id text, above bigint) RETURNS bigint LANGUAGE plpgsql
SET enable_seqscan = off AS $$
BEGIN
	RETURN (
		SELECT max(ord) FROM timezone_changes
		WHERE ord > above + (SELECT ord_offset FROM timezone_change_log) AND user_id = changed_user_id
	);
END $$;
--> statement-breakpoint
-- Runs when the row is locked: whoever changed this user before has committed, and what he logged can be seen here.
-- His transaction may have begun later and so have a higher number; then this change takes that number, too, and
-- comes after his by its position.
CREATE OR REPLACE FUNCTION log_timezone_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	own_id xid8 := pg_current_xact_id();
	own bigint := own_id::text::bigint;
	later bigint;
	-- Mostly no transaction that began later has ended yet, and there is nothing to look for.
	others_ended boolean := pg_snapshot_xmax(pg_current_snapshot()) > own_id;
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF others_ended THEN later := latest_timezone_change(OLD.user_id, own); END IF;
		INSERT INTO timezone_changes (ord, type, user_id, at)
		SELECT greatest(own + ord_offset, later), 'delete', OLD.user_id, now() FROM timezone_change_log;
	ELSE
		IF others_ended THEN later := latest_timezone_change(NEW.user_id, own); END IF;
		INSERT INTO timezone_changes (ord, type, user_id, username, timezone, at)
		SELECT greatest(own + ord_offset, later), 'set', NEW.user_id, NEW.username, NEW.timezone, coalesce(NEW.updated_at, now())
		FROM timezone_change_log;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = 'timezones'::regclass AND tgname = 'timezones_log_change') THEN
		CREATE TRIGGER timezones_log_change AFTER INSERT OR UPDATE OR DELETE ON timezones
		FOR EACH ROW EXECUTE FUNCTION log_timezone_change();
	END IF;
END $$;
