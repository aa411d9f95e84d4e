-- Messages that wait for their time, and reminders, which the notification bot sends to their user. A row is gone when its message is sent: both
-- happen in one transaction.
create table scheduled_message (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  -- Null for direct messages.
  channel_id bigint,
  -- The other users of a direct message, or its sender alone; null for channels.
  recipients bigint[],
  topic text not null,
  content text not null,
  rendered_content text not null,
  client text not null,
  read_by_sender boolean not null,
  deliver_at timestamptz not null,
  -- Why it could not be sent when it was due; null while it waits.
  failure text,
  -- The message that it reminds of; null for scheduled messages.
  reminder_of bigint,
  -- Of changes, so that only what was looked at is sent.
  revision int not null default 0,
  primary key (realm_id, id),
  check ((channel_id is null) = (recipients is not null))
);

create index scheduled_message_due on scheduled_message (deliver_at) where failure is null;
create index scheduled_message_of_user on scheduled_message (realm_id, user_id, deliver_at);
