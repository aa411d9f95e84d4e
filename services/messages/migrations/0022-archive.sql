-- Deleted messages, which can be restored for a while (docs/subsystems/archive.md).
create table message_deletion (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  recipient_id bigint not null,
  -- Null for direct messages.
  channel_id bigint,
  -- As one of the messages writes it.
  topic text not null,
  reason text not null check (reason in ('message', 'topic', 'retention', 'withdrawn')),
  -- Null where the server deleted by itself.
  deleted_by bigint,
  deleted_at timestamptz not null,
  primary key (realm_id, id)
);

create index message_deletion_age on message_deletion (realm_id, deleted_at);
create index message_deletion_of_place on message_deletion (realm_id, recipient_id, id);

-- Columns of `message` but for what is generated, as deletions found them.
create table archived_message (
  realm_id bigint not null,
  id bigint not null,
  deletion_id bigint not null,
  recipient_id bigint not null,
  channel_id bigint,
  sender_id bigint not null,
  topic text not null,
  content text not null,
  rendered_content text not null,
  client text not null,
  sent_at timestamptz(6) not null,
  is_me boolean not null,
  has_link boolean not null,
  has_image boolean not null,
  has_attachment boolean not null,
  mentions_everyone boolean not null,
  edited_at timestamptz,
  moved_at timestamptz,
  edit_history jsonb,
  has_submessages boolean not null,
  primary key (realm_id, id)
);

create index archived_message_of_deletion on archived_message (realm_id, deletion_id, id);

create table archived_user_message (
  realm_id bigint not null,
  message_id bigint not null,
  user_id bigint not null,
  flags int not null,
  primary key (realm_id, message_id, user_id)
);

create table archived_reaction (
  realm_id bigint not null,
  message_id bigint not null,
  user_id bigint not null,
  reaction_type text not null,
  emoji_code text not null,
  emoji_name text not null,
  id bigint not null,
  primary key (realm_id, message_id, user_id, reaction_type, emoji_code)
);

create table archived_submessage (
  realm_id bigint not null,
  message_id bigint not null,
  id bigint not null,
  sender_id bigint not null,
  msg_type text not null,
  content text not null,
  primary key (realm_id, message_id, id)
);

create table archived_attachment_message (
  realm_id bigint not null,
  message_id bigint not null,
  attachment_id bigint not null,
  primary key (realm_id, message_id, attachment_id)
);

create index archived_attachment_message_of_attachment on archived_attachment_message (realm_id, attachment_id);

comment on table message_deletion is 'What was deleted when, by whom and why, as long as some of it is in the archive';
comment on table archived_message is 'Deleted messages, which can be restored';
comment on table archived_user_message is 'Flags that people had of deleted messages';
comment on table archived_reaction is 'Reactions to deleted messages';
comment on table archived_submessage is 'What was added to deleted polls and todo lists';
comment on table archived_attachment_message is 'Files that deleted messages link to';
