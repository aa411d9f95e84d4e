-- Legal holds: messages of a person or a channel that the archive keeps as long as they are on (docs/subsystems/archive.md).
create table legal_hold (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  -- Exactly one of both.
  user_id bigint,
  channel_id bigint,
  reason text not null,
  begun_by bigint not null,
  begun_at timestamptz not null,
  ended_by bigint,
  ended_at timestamptz,
  primary key (realm_id, id),
  check ((user_id is null) <> (channel_id is null)),
  check ((ended_by is null) = (ended_at is null))
);

create unique index legal_hold_of_user on legal_hold (realm_id, user_id) where ended_at is null;
create unique index legal_hold_of_channel on legal_hold (realm_id, channel_id) where ended_at is null;

-- Files that their owners deleted while a hold was on.
create table held_file (
  realm_id bigint not null,
  id bigint not null,
  path_id text not null,
  user_id bigint not null,
  name text not null,
  size bigint not null,
  content_type text not null,
  -- As in attachment.
  bytes bytea,
  place text check (place in ('disk', 's3', 'database')),
  created_at timestamptz not null,
  deleted_at timestamptz not null,
  -- Messages that linked to it.
  message_ids bigint[] not null,
  primary key (realm_id, id)
);

alter table held_file alter column bytes set storage external;

comment on table legal_hold is 'Of whom and of which channels nothing may be lost, since when, and until when nothing could';
comment on table held_file is 'Files that were deleted while a legal hold was on';
-- Administrators read the log, and may be held themselves: it does not say of whom and why.
call audit_table('legal_hold', 'legal_hold', '{id}', '{begun_by,begun_at,ended_by,ended_at}', '{user_id,channel_id,reason}');
