-- Compares the columns of a table by their names: a function of its own for each table costs a change a quarter of what one
-- function for all did, which read the catalog and made JSON of whole rows. Rows to which the same was done are one change
-- with the keys of all: {"object", "keys": {column: [one for each row]}, "before", "after"}. (docs/subsystems/audit.md)

-- Makes the expression of a JSON object with these columns of a row, a few at a time, as a function has at most 100 arguments.
create function audit_object_of(of_row text, columns text[]) returns text language sql immutable as $$
  select coalesce(string_agg(format('jsonb_build_object(%s)', pairs), ' || ' order by chunk), '''{}''::jsonb')
  from (
    select (place - 1) / 40 as chunk, string_agg(format('%L, %I.%I', name, of_row, name), ', ' order by place) as pairs
    from unnest(columns) with ordinality column_of (name, place)
    group by chunk
  ) chunks
$$;

-- Makes the expression of all that is shown of a row which is new or gone. Of secrets nothing is read.
create function audit_fields_of(of_row text, plain text[], nested text[], secret text[]) returns text
language sql immutable set search_path from current as $$
  select format('jsonb_strip_nulls(%s)', audit_object_of(of_row, plain))
    || coalesce((
      select string_agg(format(
        ' || audit_flat(jsonb_strip_nulls(jsonb_build_object(%L, %I.%I)), %L)', name, of_row, name, array[name]), '')
      from unnest(nested) name), '')
    || coalesce((
      select format(' || %L::jsonb', jsonb_object_agg(name, '(hidden)'::text)) from unnest(secret) name having count(*) > 0), '')
$$;

-- Makes the expression of the fields of a row that are otherwise in the other one.
create function audit_difference_of(of_row text, other text, plain text[], nested text[], secret text[]) returns text
language sql immutable as $$
  select coalesce(string_agg(format(
    'case when %1$I.%3$I is distinct from %2$I.%3$I then %4$s else ''{}'' end', of_row, other, name, fields
  ), ' || '), '''{}''::jsonb')
  from (
    select name, format('jsonb_build_object(%L, %I.%I)', name, of_row, name) as fields from unnest(plain) name
    union all
    select name, format(
      'audit_only(audit_flat(jsonb_build_object(%1$L, %2$I.%1$I), %4$L), audit_flat(jsonb_build_object(%1$L, %3$I.%1$I), %4$L))',
      name, of_row, other, array[name]
    ) from unnest(nested) name
    union all
    select name, format('%L::jsonb', jsonb_build_object(name, '(hidden)'::text)) from unnest(secret) name
  ) columns_of
$$;

-- Has everything that is done to a table written down: what a row is called, the columns by which it is known beside the
-- organization's, those that are shown, and those of which only a change is shown. Other columns do not count.
create or replace procedure audit_table(of_table text, kind text, keys text[], shown text[], secret text[])
language plpgsql set search_path from current as $$
declare
  function_name text := 'audit_' || of_table;
  -- The function does not look at its arguments; they say what it was made from.
  call_of text := format('execute function %I(%L, %L, %L, %L)', function_name, kind, keys, shown, secret);
  nested text[] := array(
    select attname::text from pg_attribute
    where attrelid = of_table::regclass and atttypid = 'jsonb'::regtype and attname = any (shown));
  plain text[] := array(select unnest(shown) except select unnest(nested) order by 1);
  -- Keys may be null: a row with them is the same row after the change.
  same_row text := coalesce((
    select string_agg(
      case when attnotnull then format(' and o.%1$I = n.%1$I', attname)
        else format(' and o.%1$I is not distinct from n.%1$I', attname) end, '')
    from pg_attribute where attrelid = of_table::regclass and attname = any (keys)), '');
  -- Of a table without keys there is one row for each organization.
  keys_of_rows text := case keys when '{}' then '''key'', ''{}''::jsonb' else (
    select format('''keys'', jsonb_build_object(%s)', string_agg(format('%1$L, jsonb_agg(%1$I)', name), ', ')) from unnest(keys) name
  ) end;
  key_columns text := coalesce((select string_agg(format(', n.%I', name), '') from unnest(keys) name), '');
  differs text := coalesce((
    select string_agg(format('o.%1$I is distinct from n.%1$I', name), ' or ') from unnest(shown || secret) name), 'false');
begin
  execute format($body$
    create or replace function %1$I() returns trigger language plpgsql set search_path from current as $function$
    #variable_conflict use_column
    declare
      touched record;
    begin
      -- Whoever deletes an organization whole, with its audit log, leaves no entries behind.
      if current_setting('audit.skip', true) = 'on' then
        return null;
      end if;
      if tg_op = 'INSERT' then
        for touched in
          select realm_id, jsonb_agg(change order by change) as changes from (
            select realm_id, jsonb_build_object('object', %2$L, %3$s, 'after', after_it) as change
            from (select n.realm_id%4$s, %5$s as after_it from new_rows n) inserted
            group by realm_id, after_it
          ) changed
          group by realm_id
        loop
          perform audit_add(touched.realm_id, touched.changes);
        end loop;
      elsif tg_op = 'DELETE' then
        for touched in
          select realm_id, jsonb_agg(change order by change) as changes from (
            select realm_id, jsonb_build_object('object', %2$L, %3$s, 'before', before_it) as change
            from (select n.realm_id%4$s, %5$s as before_it from old_rows n) deleted
            group by realm_id, before_it
          ) changed
          group by realm_id
        loop
          perform audit_add(touched.realm_id, touched.changes);
        end loop;
      else
        for touched in
          select realm_id, jsonb_agg(change order by change) as changes from (
            select realm_id, jsonb_build_object('object', %2$L, %3$s, 'before', before_it, 'after', after_it) as change
            from (
              select n.realm_id%4$s, %6$s as before_it, %7$s as after_it
              from old_rows o join new_rows n on o.realm_id = n.realm_id%8$s
              where %9$s
            ) updated
            group by realm_id, before_it, after_it
          ) changed
          group by realm_id
        loop
          perform audit_add(touched.realm_id, touched.changes);
        end loop;
      end if;
      return null;
    end
    $function$
    $body$,
    function_name, kind, keys_of_rows, key_columns, audit_fields_of('n', plain, nested, secret),
    audit_difference_of('o', 'n', plain, nested, secret), audit_difference_of('n', 'o', plain, nested, secret),
    same_row, differs);
  execute format('create or replace trigger audit_insert after insert on %I referencing new table as new_rows %s', of_table, call_of);
  execute format('create or replace trigger audit_update after update on %I referencing old table as old_rows new table as new_rows %s',
    of_table, call_of);
  execute format('create or replace trigger audit_delete after delete on %I referencing old table as old_rows %s', of_table, call_of);
end
$$;

-- Gives the tables that are written down already their functions.
do $$
declare
  one record;
begin
  for one in
    select relname::text as of_table, string_to_array(encode(tgargs, 'escape'), '\000') as arguments
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'audit_update' and relnamespace = current_schema()::regnamespace
  loop
    call audit_table(one.of_table, one.arguments[1], one.arguments[2]::text[], one.arguments[3]::text[], one.arguments[4]::text[]);
  end loop;
end
$$;

-- contracts: only the triggers called it, which have functions of their own now.
drop function audit_change;
