-- Who has changed what (docs/subsystems/audit.md). Triggers write it, in the transaction of the change: no operation can
-- forget to. Each service has it in its own schema, for its own tables.

create table audit_entry (
  realm_id bigint not null,
  -- Place among the entries of the organization, without gaps. The time is ascending with it.
  position bigint not null,
  changed_at timestamptz not null,
  -- {"user_id"}, {"operator"}, {"service"}, {} for whoever has not logged in; null for what was done in the database itself.
  actor jsonb,
  operation text not null,
  request_id text not null,
  -- Array of {"object", "key", "before", "after"}.
  changes jsonb not null,
  -- Hash of the entry before, and of this one, which covers it.
  previous_hash bytea not null,
  hash bytea not null,
  primary key (realm_id, position)
);

create index audit_entry_time on audit_entry (realm_id, changed_at, position);
comment on table audit_entry is 'Who has changed what, one row for each transaction';

create table audit_head (
  realm_id bigint primary key,
  -- Of the newest entry.
  position bigint not null,
  changed_at timestamptz not null,
  hash bytea not null,
  -- Time that no entry is older than.
  oldest_at timestamptz not null
);
comment on table audit_head is 'The end of each organization''s chain of audit entries';

-- Holds a row only while its transaction runs: nobody ever sees one.
create table audit_open (
  realm_id bigint not null,
  open_id bigint not null generated always as identity,
  actor jsonb,
  operation text not null,
  request_id text not null,
  changes jsonb not null,
  primary key (realm_id, open_id)
);
-- Is read once: compressing it costs more than the bytes it saves.
alter table audit_open alter column changes set storage external;
comment on table audit_open is 'What running transactions have changed so far';

-- What the hash of an entry covers, besides the hash of the entry before.
create function audit_text(entry audit_entry) returns text language sql immutable as $$
  select jsonb_build_array(
    entry.realm_id, entry.position, extract(epoch from entry.changed_at), entry.actor, entry.operation,
    entry.request_id, entry.changes
  )::text
$$;

create function audit_hash(entry audit_entry) returns bytea language sql immutable set search_path from current as $$
  select sha256(entry.previous_hash || convert_to(audit_text(entry), 'UTF8'))
$$;

-- Makes the entry of a transaction just before it commits. The lock of the organization's chain is the last one that a
-- transaction takes, so that nobody waits for anybody in a circle.
create function audit_close() returns trigger language plpgsql set search_path from current as $$
declare
  head audit_head;
  entry audit_entry;
begin
  select * into head from audit_head where realm_id = new.realm_id for update;
  if not found then
    insert into audit_head (realm_id, position, changed_at, hash, oldest_at)
      values (new.realm_id, 0, '-infinity', '', clock_timestamp()) on conflict do nothing;
    select * into strict head from audit_head where realm_id = new.realm_id for update;
  end if;
  -- With all that was added since it was begun.
  delete from audit_open where realm_id = new.realm_id and open_id = new.open_id
    returning realm_id, actor, operation, request_id, changes
    into strict entry.realm_id, entry.actor, entry.operation, entry.request_id, entry.changes;
  entry.position := head.position + 1;
  entry.changed_at := greatest(head.changed_at, date_trunc('milliseconds', clock_timestamp()));
  entry.previous_hash := head.hash;
  entry.hash := audit_hash(entry);
  insert into audit_entry values (entry.*);
  update audit_head set position = entry.position, changed_at = entry.changed_at, hash = entry.hash
    where realm_id = entry.realm_id;
  return null;
end
$$;

create constraint trigger audit_close after insert on audit_open
  deferrable initially deferred for each row execute function audit_close();

-- Adds to the entry of this transaction, or begins it. `audit.author` says who acts, as JSON: {"operation", "request_id",
-- "actor"}; `audit.open` which entry was begun. Both end with the transaction.
create function audit_add(realm bigint, added jsonb) returns void language plpgsql set search_path from current as $$
declare
  begun text := current_setting('audit.open', true);
  author jsonb := nullif(current_setting('audit.author', true), '');
  begun_id bigint;
begin
  if split_part(begun, ':', 1) = realm::text then
    update audit_open set changes = changes || added
      where realm_id = realm and open_id = split_part(begun, ':', 2)::bigint;
    return;
  end if;
  insert into audit_open (realm_id, actor, operation, request_id, changes)
    values (realm, author -> 'actor', coalesce(author ->> 'operation', ''), coalesce(author ->> 'request_id', ''), added)
    returning open_id into begun_id;
  perform set_config('audit.open', realm || ':' || begun_id, true);
end
$$;

-- Puts the fields of columns that are JSON objects in the place of these columns, as `column.field`.
create function audit_flat(row_of jsonb, nested text[]) returns jsonb language sql immutable as $$
  select (row_of - array(select name from unnest(nested) name where jsonb_typeof(row_of -> name) = 'object')) || coalesce((
    select jsonb_object_agg(name || '.' || field, value)
    from unnest(nested) name
      cross join jsonb_each(case jsonb_typeof(row_of -> name) when 'object' then row_of -> name else '{}' end) fields (field, value)
  ), '{}')
$$;

-- Fields of a row that are otherwise, or not there, in the other one.
create function audit_only(fields jsonb, others jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name, value), '{}') from jsonb_each(fields) one (name, value)
  where value is distinct from coalesce(others -> name, 'null')
$$;

-- Writes down what a statement did to a table. Arguments: what a row is, the columns by which it is known beside the
-- organization's, those that are shown, and those of which only a change is shown. Other columns do not count. All that
-- depends on the table alone is worked out once, as a statement may have ten thousand rows.
create function audit_change() returns trigger language plpgsql set search_path from current as $$
#variable_conflict use_variable
declare
  touched record;
  kind text := tg_argv[0];
  columns text[];
  but_keys text[];
  but_shown text[];
  but_secret text[];
  nested text[];
  hidden jsonb;
begin
  -- Whoever deletes an organization whole, with its audit log, leaves no entries behind.
  if current_setting('audit.skip', true) = 'on' then
    return null;
  end if;
  columns := array(select attname::text from pg_attribute where attrelid = tg_relid and attnum > 0 and not attisdropped);
  but_keys := array(select unnest(columns) except select unnest(tg_argv[1]::text[]));
  but_shown := array(select unnest(columns) except select unnest(tg_argv[2]::text[]));
  but_secret := array(select unnest(columns) except select unnest(tg_argv[3]::text[]));
  nested := array(
    select attname::text from pg_attribute
    where attrelid = tg_relid and atttypid = 'jsonb'::regtype and attname = any (tg_argv[2]::text[]));
  hidden := coalesce((select jsonb_object_agg(name, '(hidden)'::text) from unnest(tg_argv[3]::text[]) name), '{}');
  if tg_op = 'INSERT' then
    for touched in
      select realm_id, jsonb_agg(jsonb_build_object('object', kind, 'key', row_of - but_keys,
        'after', case when nested = '{}' then jsonb_strip_nulls(row_of - but_shown)
          else audit_flat(jsonb_strip_nulls(row_of - but_shown), nested) end || hidden)) as changes
      from (select realm_id, to_jsonb(new_rows) as row_of from new_rows) inserted
      group by realm_id
    loop
      perform audit_add(touched.realm_id, touched.changes);
    end loop;
  elsif tg_op = 'DELETE' then
    for touched in
      select realm_id, jsonb_agg(jsonb_build_object('object', kind, 'key', row_of - but_keys,
        'before', case when nested = '{}' then jsonb_strip_nulls(row_of - but_shown)
          else audit_flat(jsonb_strip_nulls(row_of - but_shown), nested) end || hidden)) as changes
      from (select realm_id, to_jsonb(old_rows) as row_of from old_rows) deleted
      group by realm_id
    loop
      perform audit_add(touched.realm_id, touched.changes);
    end loop;
  else
    for touched in
      select realm_id, jsonb_agg(jsonb_build_object('object', kind, 'key', key,
        'before', audit_only(old_fields, new_fields) || hidden - secrets_alike,
        'after', audit_only(new_fields, old_fields) || hidden - secrets_alike)) as changes
      from (
        select realm_id, new_row - but_keys as key,
          audit_flat(old_row - but_shown, nested) as old_fields, audit_flat(new_row - but_shown, nested) as new_fields,
          array(
            select name from jsonb_each(new_row - but_secret) one (name, value) where value = old_row -> name
          ) as secrets_alike
        from (select realm_id, to_jsonb(old_rows) as old_row from old_rows) was
        join (select realm_id, to_jsonb(new_rows) as new_row from new_rows) now using (realm_id)
        where old_row - but_keys = new_row - but_keys
          and (old_row - but_shown <> new_row - but_shown or old_row - but_secret <> new_row - but_secret)
      ) updated
      group by realm_id
    loop
      perform audit_add(touched.realm_id, touched.changes);
    end loop;
  end if;
  return null;
end
$$;

-- Has everything that is done to a table written down.
create procedure audit_table(of_table text, kind text, keys text[], shown text[], secret text[])
language plpgsql set search_path from current as $$
declare
  call_of text := format(' execute function audit_change(%L, %L, %L, %L)', kind, keys, shown, secret);
begin
  execute format('create trigger audit_insert after insert on %I referencing new table as new_rows', of_table) || call_of;
  execute format('create trigger audit_update after update on %I referencing old table as old_rows new table as new_rows', of_table)
    || call_of;
  execute format('create trigger audit_delete after delete on %I referencing old table as old_rows', of_table) || call_of;
end
$$;
