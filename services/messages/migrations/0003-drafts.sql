-- Messages that somebody has begun to write; ids are in order of creation.
create table draft (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  type text not null check (type in ('', 'stream', 'private')),
  recipients bigint[] not null,
  topic text not null,
  content text not null,
  edited_at timestamptz not null,
  primary key (realm_id, id)
);

create index draft_of_user on draft (realm_id, user_id, edited_at desc);
