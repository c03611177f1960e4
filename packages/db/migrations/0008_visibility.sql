-- A constant default does not rewrite the table. The next migration validates the constraint without blocking writes.
ALTER TABLE "timezones" ADD COLUMN IF NOT EXISTS "visibility" text DEFAULT 'public' NOT NULL;--> statement-breakpoint
DO $$ BEGIN
	IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'timezones'::regclass AND conname = 'timezones_visibility') THEN
		ALTER TABLE "timezones" ADD CONSTRAINT "timezones_visibility" CHECK ("timezones"."visibility" in ('public', 'unlisted', 'private')) NOT VALID;
	END IF;
END $$;--> statement-breakpoint
-- A record that is not public has no place, so no query of the feed finds it, and a change to it leaves no trace.
CREATE OR REPLACE FUNCTION number_timezone_changes_from(ord_offset bigint) RETURNS void LANGUAGE plpgsql AS $do$
DECLARE
	home text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = 'timezones'::regclass);
	number text := format('pg_catalog.pg_current_xact_id()::pg_catalog.text::pg_catalog.int8 OPERATOR(pg_catalog.+) %s::pg_catalog.int8', ord_offset);
BEGIN
	EXECUTE format('CREATE OR REPLACE FUNCTION %s.timezone_ord() RETURNS bigint LANGUAGE sql AS $$ SELECT %s $$', home, number);
	EXECUTE format($f$
		CREATE OR REPLACE FUNCTION %1$s.place_timezone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
		BEGIN
			IF NEW.visibility OPERATOR(pg_catalog.=) 'public'::pg_catalog.text THEN
				NEW.ord := %2$s;
				NEW.position := pg_catalog.nextval(%3$L::pg_catalog.regclass);
			ELSE
				NEW.ord := 0;
				NEW.position := 0;
			END IF;
			RETURN NEW;
		END $$
	$f$, home, number, home || '.timezone_position');
END $do$;
--> statement-breakpoint
-- A record leaves the feed when it is deleted, when its id changes, and when it stops being public.
CREATE OR REPLACE FUNCTION add_timezone_tombstone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF OLD.visibility <> 'public' THEN RETURN NULL; END IF;
	IF TG_OP = 'UPDATE' THEN
		IF NEW.user_id = OLD.user_id AND NEW.visibility = 'public' THEN RETURN NULL; END IF;
	END IF;
	INSERT INTO timezone_tombstones (user_id, ord, position, at)
	VALUES (OLD.user_id, timezone_ord(), nextval('timezone_position'), now())
	ON CONFLICT (user_id) DO UPDATE SET ord = excluded.ord, position = excluded.position, at = excluded.at;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION remove_timezone_tombstone() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
	IF NEW.visibility <> 'public' THEN RETURN NULL; END IF;
	-- The fixed snapshot of such a transaction may hide an existing tombstone. Writing that tombstone fails as a conflict,
	-- and the caller retries; otherwise the user would keep both a record and a tombstone.
	IF current_setting('transaction_isolation') <> 'read committed' THEN
		INSERT INTO timezone_tombstones (user_id, at) VALUES (NEW.user_id, now())
		ON CONFLICT (user_id) DO UPDATE SET at = excluded.at;
	END IF;
	DELETE FROM timezone_tombstones WHERE user_id = NEW.user_id;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- Replacing a function drops its search path.
DO $$
DECLARE
	home text := (SELECT relnamespace::regnamespace::text FROM pg_class WHERE oid = 'timezones'::regclass);
	name regprocedure;
BEGIN
	FOREACH name IN ARRAY ARRAY[
		'number_timezone_changes_from(bigint)', 'add_timezone_tombstone()', 'remove_timezone_tombstone()'
	]::regprocedure[] LOOP
		EXECUTE format('ALTER FUNCTION %s SET search_path = %s, pg_temp', name, home);
	END LOOP;
END $$;
--> statement-breakpoint
SELECT number_timezone_changes_from(ord_offset) FROM timezone_feed;
--> statement-breakpoint
CREATE OR REPLACE TRIGGER timezones_add_tombstone AFTER DELETE OR UPDATE OF user_id, visibility ON timezones
FOR EACH ROW EXECUTE FUNCTION add_timezone_tombstone();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER timezones_remove_tombstone AFTER INSERT OR UPDATE OF user_id, visibility ON timezones
FOR EACH ROW EXECUTE FUNCTION remove_timezone_tombstone();
--> statement-breakpoint
-- A replaced trigger would otherwise not fire for sessions that replay changes.
ALTER TABLE timezones
	ENABLE ALWAYS TRIGGER timezones_add_tombstone,
	ENABLE ALWAYS TRIGGER timezones_remove_tombstone;
