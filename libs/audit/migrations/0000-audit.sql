-- Who has changed what (docs/subsystems/audit.md). Triggers write it, in the transaction of the change: no operation can
-- forget to. Each service has it in its own schema, for its own tables.

create table audit_entry (
  realm_id bigint not null,
  entry_id bigint not null generated always as identity,
  -- Place among the entries of the organization, without gaps; given at commit, as is the time, to which it is ascending.
  position bigint,
  changed_at timestamptz,
  -- {"user_id"}, {"operator"}, {"service"}, {} for whoever has not logged in; null for what was done in the database itself.
  actor jsonb,
  operation text not null,
  request_id text not null,
  -- Array of {"object", "key", "before", "after"}.
  changes jsonb not null,
  -- Hash of the entry before, and of this one, which covers it.
  previous_hash bytea,
  hash bytea,
  primary key (realm_id, entry_id)
);

create unique index audit_entry_position on audit_entry (realm_id, position);
create index audit_entry_time on audit_entry (realm_id, changed_at, position);
create index audit_entry_age on audit_entry (changed_at);
comment on table audit_entry is 'Who has changed what, one row for each transaction';

create table audit_head (
  realm_id bigint primary key,
  -- Of the newest entry.
  position bigint not null,
  changed_at timestamptz not null,
  hash bytea not null
);
comment on table audit_head is 'The end of each organization''s chain of audit entries';

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

-- Ends an entry just before its transaction commits. The lock of the organization's chain is the last one that a
-- transaction takes, so that nobody waits for anybody in a circle.
create function audit_close() returns trigger language plpgsql set search_path from current as $$
declare
  head audit_head;
  entry audit_entry;
begin
  insert into audit_head (realm_id, position, changed_at, hash) values (new.realm_id, 0, '-infinity', '')
    on conflict do nothing;
  select * into strict head from audit_head where realm_id = new.realm_id for update;
  select * into strict entry from audit_entry where realm_id = new.realm_id and entry_id = new.entry_id;
  entry.position := head.position + 1;
  entry.changed_at := greatest(head.changed_at, date_trunc('milliseconds', clock_timestamp()));
  entry.previous_hash := head.hash;
  entry.hash := audit_hash(entry);
  update audit_entry
    set position = entry.position, changed_at = entry.changed_at, previous_hash = entry.previous_hash, hash = entry.hash
    where realm_id = entry.realm_id and entry_id = entry.entry_id;
  update audit_head set position = entry.position, changed_at = entry.changed_at, hash = entry.hash
    where realm_id = entry.realm_id;
  return null;
end
$$;

create constraint trigger audit_close after insert on audit_entry
  deferrable initially deferred for each row execute function audit_close();

-- Adds to the entry of this transaction, or begins it. `audit.author` says who acts, as JSON: {"operation", "request_id",
-- "actor"}; `audit.entry` which entry was begun. Both end with the transaction.
create function audit_add(realm bigint, added jsonb) returns void language plpgsql set search_path from current as $$
declare
  begun text := current_setting('audit.entry', true);
  author jsonb := nullif(current_setting('audit.author', true), '');
  begun_id bigint;
begin
  if split_part(begun, ':', 1) = realm::text then
    update audit_entry set changes = changes || added
      where realm_id = realm and entry_id = split_part(begun, ':', 2)::bigint;
    return;
  end if;
  insert into audit_entry (realm_id, actor, operation, request_id, changes)
    values (realm, author -> 'actor', coalesce(author ->> 'operation', ''), coalesce(author ->> 'request_id', ''), added)
    returning entry_id into begun_id;
  perform set_config('audit.entry', realm || ':' || begun_id, true);
end
$$;

-- Columns of a row by their names; those that hold a JSON object field by field, as `column.field`.
create function audit_fields(row_of jsonb, columns text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name || case field when '' then '' else '.' || field end, value), '{}')
  from unnest(columns) name cross join lateral jsonb_each(
    case jsonb_typeof(row_of -> name) when 'object' then row_of -> name else jsonb_build_object('', row_of -> name) end
  ) fields (field, value)
$$;

-- Some fields of a row, as they are.
create function audit_pick(row_of jsonb, columns text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(name, row_of -> name), '{}') from unnest(columns) name
$$;

-- What differs between two rows, of which either may be null; null when nothing does. What is secret shows only that it
-- differs.
create function audit_difference(kind text, keys text[], shown text[], secret text[], before jsonb, after jsonb)
returns jsonb language sql immutable set search_path from current as $$
  with fields as (
    select name, old_fields -> name as old_value, new_fields -> name as new_value, name = any (secret) as is_secret
    from (
      select audit_fields(before, shown) || audit_pick(before, secret) as old_fields,
        audit_fields(after, shown) || audit_pick(after, secret) as new_fields
    ) documents cross join lateral jsonb_object_keys(old_fields || new_fields) name
  ), differing as (
    select name, case when is_secret then '"(hidden)"' else old_value end as old_value,
      case when is_secret then '"(hidden)"' else new_value end as new_value
    from fields
    where coalesce(old_value, 'null') <> coalesce(new_value, 'null')
  )
  select jsonb_strip_nulls(jsonb_build_object(
    'object', kind,
    'key', audit_pick(coalesce(after, before), keys),
    'before', case when before is not null then coalesce(jsonb_object_agg(name, old_value), '{}') end,
    'after', case when after is not null then coalesce(jsonb_object_agg(name, new_value), '{}') end
  ))
  from differing
  having count(*) > 0 or before is null or after is null
$$;

-- Writes down what a statement did to a table. Arguments: what a row is, the columns by which it is known beside the
-- organization's, those that are shown, and those of which only a change is shown. Other columns do not count.
create function audit_change() returns trigger language plpgsql set search_path from current as $$
#variable_conflict use_variable
declare
  touched record;
  kind text := tg_argv[0];
  keys text[] := tg_argv[1];
  shown text[] := tg_argv[2];
  secret text[] := tg_argv[3];
begin
  -- Whoever deletes an organization whole, with its audit log, leaves no entries behind.
  if current_setting('audit.skip', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    for touched in
      select realm_id, jsonb_agg(audit_difference(kind, keys, shown, secret, null, to_jsonb(new_rows))) as changes
      from new_rows group by realm_id
    loop
      perform audit_add(touched.realm_id, touched.changes);
    end loop;
  elsif tg_op = 'DELETE' then
    for touched in
      select realm_id, jsonb_agg(audit_difference(kind, keys, shown, secret, to_jsonb(old_rows), null)) as changes
      from old_rows group by realm_id
    loop
      perform audit_add(touched.realm_id, touched.changes);
    end loop;
  else
    for touched in
      select realm_id, jsonb_agg(difference) as changes
      from (
        select realm_id, audit_difference(kind, keys, shown, secret, old_row, new_row) as difference
        from (select realm_id, to_jsonb(old_rows) as old_row from old_rows) was
        join (select realm_id, to_jsonb(new_rows) as new_row from new_rows) now using (realm_id)
        where audit_pick(old_row, keys) = audit_pick(new_row, keys)
      ) differences
      where difference is not null
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
