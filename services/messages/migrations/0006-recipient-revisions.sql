-- Counts the changes of a recipient's messages other than new ones: what a process remembers of its ids and topics holds as long as it
-- stays the same (docs/subsystems/messages.md, Unread). A trigger, because whatever changes messages in whatever way must count.
alter table recipient add column revision bigint not null default 0;

create function count_changes_of_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update recipient set revision = revision + 1
    where (realm_id, id) in (select distinct realm_id, recipient_id from before);
  else
    update recipient set revision = revision + 1
    where (realm_id, id) in (
      select changed.realm_id, unnest(array[changed.was, changed.is]) from (
        select distinct after.realm_id, before.recipient_id as was, after.recipient_id as is
        from before join after on after.realm_id = before.realm_id and after.id = before.id
        where (after.recipient_id, after.topic, after.mentions_everyone)
          is distinct from (before.recipient_id, before.topic, before.mentions_everyone)
      ) changed
    );
  end if;
  return null;
end $$;

create trigger message_changed after update on message referencing old table as before new table as after
  for each statement execute function count_changes_of_messages();
create trigger message_deleted after delete on message referencing old table as before
  for each statement execute function count_changes_of_messages();
