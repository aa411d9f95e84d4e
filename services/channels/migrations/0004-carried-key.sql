-- Keys of what other services asked for that must happen once; older ones are deleted when new ones come.

create table carried_key (
  realm_id bigint not null,
  key text not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, key)
);

create index carried_key_created_at on carried_key (realm_id, created_at);
