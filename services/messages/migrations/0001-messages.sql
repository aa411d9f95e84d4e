-- Messages, who has received and read which of them, and the few flags beyond that (docs/subsystems/messages.md).

create sequence recipient_id;
-- One for all realms: its values also order the messages of a realm, because they are drawn under the recipient's lock.
create sequence message_id;

-- Whom messages go to: a channel, or the fixed set of people of a direct conversation. Its row is locked while ids are drawn for it and
-- while memberships of its channel change, so that ranges of ids and the order everybody sees agree.
create table recipient (
  realm_id bigint not null,
  id bigint not null default nextval('recipient_id'),
  channel_id bigint,
  -- Ascending, everybody including the sender; null for channels.
  participants bigint[],
  -- SHA-256 of the participants joined by commas: sets may be too large for an index.
  participants_hash bytea,
  primary key (realm_id, id),
  unique (realm_id, channel_id),
  unique (realm_id, participants_hash),
  check ((channel_id is null) = (participants is not null)),
  check ((channel_id is null) = (participants_hash is not null))
);

create table message (
  realm_id bigint not null,
  id bigint not null,
  recipient_id bigint not null,
  -- Null for direct messages.
  channel_id bigint,
  sender_id bigint not null,
  topic text not null default '',
  content text not null,
  rendered_content text not null,
  client text not null,
  sent_at timestamptz(6) not null,
  is_me boolean not null,
  has_link boolean not null,
  has_image boolean not null,
  has_attachment boolean not null,
  -- Everybody who received it has the flag stream_wildcard_mentioned; one bit here instead of a row for each of them.
  mentions_everyone boolean not null,
  edited_at timestamptz,
  moved_at timestamptz,
  -- JSON array as clients see it, newest first.
  edit_history jsonb,
  primary key (realm_id, id)
);

create index message_of_recipient on message (realm_id, recipient_id, id);
create index message_of_topic on message (realm_id, recipient_id, lower(topic), id) where channel_id is not null;
create index message_of_sender on message (realm_id, sender_id, id);

-- What a user has received and read in a channel or a conversation, as ranges of message ids; ids of other recipients within a range mean
-- nothing. While somebody is subscribed, `received` has no upper end.
create table user_recipient (
  realm_id bigint not null,
  user_id bigint not null,
  recipient_id bigint not null,
  received int8multirange not null default '{}',
  read int8multirange not null default '{}',
  primary key (realm_id, user_id, recipient_id)
) with (fillfactor = 70);

-- Flags beyond received and read, for the few messages that have any for a user. The bits are those of src/present/flags.ts.
create table user_message (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  flags int not null,
  primary key (realm_id, user_id, message_id)
);

create index user_message_starred on user_message (realm_id, user_id, message_id) where flags & 1 <> 0;
create index user_message_of_message on user_message (realm_id, message_id);

-- Sends that named themselves, so that a retry finds the first.
create table idempotency (
  realm_id bigint not null,
  user_id bigint not null,
  key text not null,
  message_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, user_id, key)
);

create index idempotency_age on idempotency (created_at);

-- How far memberships of other services' data have been carried into user_recipient.
create table projection_version (
  realm_id bigint not null,
  source text not null,
  version bigint not null,
  primary key (realm_id, source)
);

-- The newest message of a recipient, as committed at the time of the call: volatile, so that it looks anew after a lock was waited for, while
-- the statement that calls it still sees what was committed before it began.
create function newest_message(realm bigint, recipient bigint) returns bigint
language sql volatile parallel unsafe
as $$
  select coalesce(max(id), 0) from message where realm_id = realm and recipient_id = recipient
$$;
