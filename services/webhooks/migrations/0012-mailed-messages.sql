alter table missed_message
  -- Mailed, or not wanted any more; kept for as long as the stream may bring the message again.
  add column is_done boolean not null default false;

create index missed_message_open on missed_message (realm_id, user_id, message_id) where not is_done;
create index missed_message_done on missed_message (due_at) where is_done;
