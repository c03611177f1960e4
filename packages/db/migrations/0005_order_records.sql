CREATE SEQUENCE IF NOT EXISTS "timezone_position" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 32;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "timezone_feed" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"incarnation" text NOT NULL,
	"ord_offset" bigint DEFAULT 0 NOT NULL,
	"pruned_ord" bigint DEFAULT 0 NOT NULL,
	"pruned_position" bigint DEFAULT 0 NOT NULL,
	"server" text NOT NULL,
	"written_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "timezone_feed_only_row" CHECK ("timezone_feed"."only_row")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "timezone_tombstones" (
	"user_id" text PRIMARY KEY NOT NULL,
	"ord" bigint DEFAULT 0 NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "idx_timezone_tombstones_place" ON "timezone_tombstones" USING btree ("ord","position");--> statement-breakpoint
-- A constant default does not rewrite the table, and no row is in the partial index yet: the table is locked for the
-- time of one scan. That is why records keep place zero instead of their last one in the log.
ALTER TABLE "timezones" ADD COLUMN IF NOT EXISTS "ord" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "timezones" ADD COLUMN IF NOT EXISTS "position" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "idx_timezones_place" ON "timezones" USING btree ("ord","position") WHERE ord > 0;--> statement-breakpoint
-- Writes the functions that number changes, with the offset as a literal: no row pays for a look-up. The trigger on
-- every set repeats the expression instead of calling the function, which costs a third less, and names everything with
-- its schema instead of setting a search path.
CREATE OR REPLACE FUNCTION number_timezone_changes_from(ord_offset bigint) RETURNS void LANGUAGE plpgsql AS $do$
DECLARE
	home text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = 'timezones'::regclass);
	number text := format('pg_catalog.pg_current_xact_id()::pg_catalog.text::pg_catalog.int8 OPERATOR(pg_catalog.+) %s::pg_catalog.int8', ord_offset);
BEGIN
	EXECUTE format('CREATE OR REPLACE FUNCTION %s.timezone_ord() RETURNS bigint LANGUAGE sql AS $$ SELECT %s $$', home, number);
	EXECUTE format($f$
		CREATE OR REPLACE FUNCTION %1$s.place_timezone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
		BEGIN
			NEW.ord := %2$s;
			NEW.position := pg_catalog.nextval(%3$L::pg_catalog.regclass);
			RETURN NEW;
		END $$
	$f$, home, number, home || '.timezone_position');
END $do$;
--> statement-breakpoint
SELECT number_timezone_changes_from(0);
--> statement-breakpoint
-- After the delete, not before: a statement that waits for a concurrent one must see what that one left.
CREATE OR REPLACE FUNCTION add_timezone_tombstone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		IF NEW.user_id = OLD.user_id THEN RETURN NULL; END IF;
	END IF;
	INSERT INTO timezone_tombstones (user_id, ord, position, at)
	VALUES (OLD.user_id, timezone_ord(), nextval('timezone_position'), now())
	ON CONFLICT (user_id) DO UPDATE SET ord = excluded.ord, position = excluded.position, at = excluded.at;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION remove_timezone_tombstone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	-- A snapshot that is fixed may not show a tombstone that is there. Writing it then fails as a conflict, and the
	-- caller tries again; otherwise the user would have a record and a later tombstone.
	IF current_setting('transaction_isolation') <> 'read committed' THEN
		INSERT INTO timezone_tombstones (user_id, at) VALUES (NEW.user_id, now())
		ON CONFLICT (user_id) DO UPDATE SET at = excluded.at;
	END IF;
	DELETE FROM timezone_tombstones WHERE user_id = NEW.user_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION timezone_feed_server() RETURNS text LANGUAGE sql AS $$
	SELECT system_identifier || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) FROM pg_control_system()
$$;
--> statement-breakpoint
-- Every writer of the row goes through here or sets written_by itself: that is how a restored row is recognised.
CREATE OR REPLACE FUNCTION start_timezone_incarnation() RETURNS void LANGUAGE sql AS $$
	INSERT INTO timezone_feed (incarnation, server, written_by)
	VALUES (replace(left(gen_random_uuid()::text, 13), '-', ''), timezone_feed_server(), pg_current_xact_id()::text::bigint)
	ON CONFLICT (only_row) DO UPDATE
	SET incarnation = excluded.incarnation, server = excluded.server, written_by = excluded.written_by
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION truncate_timezone_feed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	PERFORM start_timezone_incarnation();
	RETURN NULL;
END $$;
--> statement-breakpoint
-- False after a restore or a promotion, until settle_timezone_feed() has run. Always true on a standby, which cannot.
CREATE OR REPLACE FUNCTION timezone_feed_is_settled() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER AS $$
BEGIN
	IF pg_is_in_recovery() THEN RETURN true; END IF;
	RETURN coalesce((
		SELECT server = timezone_feed_server() AND xmin::text::bigint = written_by % 4294967296 FROM timezone_feed LIMIT 1
	), false);
END $$;
--> statement-breakpoint
-- Starts a new incarnation where the table is not the one that earlier cursors were made for, and raises the offset
-- where this server's transaction numbers are below the places in the table. True when it did.
CREATE OR REPLACE FUNCTION settle_timezone_feed() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
	highest bigint;
	wanted bigint;
BEGIN
	IF timezone_feed_is_settled() THEN RETURN false; END IF;
	-- Writers that number with the old offset end first, and later ones see the new function.
	LOCK TABLE timezones IN SHARE ROW EXCLUSIVE MODE;
	IF timezone_feed_is_settled() THEN RETURN false; END IF;
	PERFORM start_timezone_incarnation();
	SELECT greatest(
		(SELECT ord FROM timezones WHERE ord > 0 ORDER BY ord DESC, position DESC LIMIT 1),
		(SELECT ord FROM timezone_tombstones ORDER BY ord DESC, position DESC LIMIT 1),
		(SELECT pruned_ord FROM timezone_feed LIMIT 1)
	) INTO highest;
	SELECT greatest(ord_offset, highest + 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
	INTO wanted FROM timezone_feed LIMIT 1;
	UPDATE timezone_feed SET ord_offset = wanted;
	PERFORM number_timezone_changes_from(wanted);
	RETURN true;
END $$;
--> statement-breakpoint
-- Drops the log that the version before this one reads, a day after the upgrade. True when it did.
CREATE OR REPLACE FUNCTION retire_timezone_log() RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF to_regclass('timezone_changes') IS NULL THEN RETURN false; END IF;
	IF (SELECT created_at > now() - interval '1 day' FROM timezone_feed LIMIT 1) THEN RETURN false; END IF;
	DROP TRIGGER IF EXISTS timezones_log_change ON timezones;
	DROP FUNCTION IF EXISTS log_timezone_change(), latest_timezone_change(text, bigint);
	DROP TABLE IF EXISTS timezone_changes, timezone_change_log;
	RETURN true;
END $$;
--> statement-breakpoint
-- The functions find their tables whatever the search path of their caller is, and nobody can put others before them.
DO $$
DECLARE
	home text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = 'timezones'::regclass);
	name regprocedure;
BEGIN
	FOREACH name IN ARRAY ARRAY[
		'number_timezone_changes_from(bigint)', 'add_timezone_tombstone()', 'remove_timezone_tombstone()',
		'timezone_feed_server()', 'start_timezone_incarnation()', 'truncate_timezone_feed()', 'timezone_feed_is_settled()',
		'settle_timezone_feed()', 'retire_timezone_log()', 'log_timezone_change()', 'latest_timezone_change(text,bigint)'
	]::regprocedure[] LOOP
		EXECUTE format('ALTER FUNCTION %s SET search_path = %s, pg_temp', name, home);
	END LOOP;
END $$;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION number_timezone_changes_from(bigint), start_timezone_incarnation() FROM PUBLIC;
--> statement-breakpoint
-- The version before this one, still running beside, keeps its log. Its look-up disables sequential scans, which puts
-- the plan's cost above the threshold of the JIT compiler: 50 ms a call.
ALTER FUNCTION latest_timezone_change(text, bigint) SET jit = off;
--> statement-breakpoint
ALTER FUNCTION log_timezone_change() SECURITY DEFINER;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER timezones_place BEFORE INSERT OR UPDATE ON timezones
FOR EACH ROW EXECUTE FUNCTION place_timezone();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER timezones_add_tombstone AFTER DELETE OR UPDATE OF user_id ON timezones
FOR EACH ROW EXECUTE FUNCTION add_timezone_tombstone();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER timezones_remove_tombstone AFTER INSERT OR UPDATE OF user_id ON timezones
FOR EACH ROW EXECUTE FUNCTION remove_timezone_tombstone();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER timezones_truncate AFTER TRUNCATE ON timezones
FOR EACH STATEMENT EXECUTE FUNCTION truncate_timezone_feed();
--> statement-breakpoint
-- Also for sessions that replay changes: session_replication_role = replica, logical replication.
ALTER TABLE timezones
	ENABLE ALWAYS TRIGGER timezones_place,
	ENABLE ALWAYS TRIGGER timezones_add_tombstone,
	ENABLE ALWAYS TRIGGER timezones_remove_tombstone,
	ENABLE ALWAYS TRIGGER timezones_truncate;
--> statement-breakpoint
SELECT start_timezone_incarnation();
--> statement-breakpoint
-- Where nothing was ever logged, no earlier version has readers: a new installation starts without a log.
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM timezone_changes) THEN
		DROP TRIGGER IF EXISTS timezones_log_change ON timezones;
		DROP FUNCTION IF EXISTS log_timezone_change(), latest_timezone_change(text, bigint);
		DROP TABLE IF EXISTS timezone_changes, timezone_change_log;
	END IF;
END $$;
--> statement-breakpoint
ANALYZE timezone_feed;
