-- Each organization has a turn from its first channel or conversation on, so that nobody has to look for those without one.

create function give_retention_turn() returns trigger language plpgsql as $$
begin
  insert into retention_turn (realm_id, due_at) values (new.realm_id, '-infinity') on conflict do nothing;
  return null;
end $$;

create trigger recipient_retained after insert on recipient for each row execute function give_retention_turn();

insert into retention_turn (realm_id, due_at)
with recursive realm as (
  (select realm_id from recipient order by realm_id limit 1)
  union all
  select (select next.realm_id from recipient as next where next.realm_id > realm.realm_id order by next.realm_id limit 1)
  from realm where realm.realm_id is not null
)
select realm_id, '-infinity' from realm where realm_id is not null
on conflict do nothing;

-- small: retention_turn because each organization has one row
create index retention_turn_due on retention_turn (due_at, realm_id);
