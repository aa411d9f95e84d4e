-- Uploaded files, and the messages that link to them; who may read one of those messages may read the file (docs/subsystems/uploads.md).
create table attachment (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  -- Of the address: realm, something that cannot be guessed, and the name.
  path_id text not null,
  user_id bigint not null,
  name text not null,
  size bigint not null,
  content_type text not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id),
  unique (realm_id, path_id)
);

alter table attachment alter column bytes set storage external;
create index attachment_of_user on attachment (realm_id, user_id, id);

create table attachment_message (
  realm_id bigint not null,
  message_id bigint not null,
  attachment_id bigint not null,
  primary key (realm_id, message_id, attachment_id)
);

create index attachment_message_of_attachment on attachment_message (realm_id, attachment_id, message_id);
