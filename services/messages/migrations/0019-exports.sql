create table realm_export (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  type text not null check (type in ('public', 'full_with_consent', 'full_without_consent')),
  -- Null for the operator.
  acting_user_id bigint,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'deleted')),
  requested_at timestamptz not null,
  -- How often it was begun; counted when it begins, so that a try which kills its process counts.
  tries int not null default 0,
  -- No try begins before this.
  due_at timestamptz not null,
  -- The moment that the archive shows.
  cut_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  deleted_at timestamptz,
  -- What was written so far.
  kind text not null default '',
  rows bigint not null default 0,
  files bigint not null default 0,
  bytes bigint not null default 0,
  failure text not null default '',
  primary key (realm_id, id)
);

-- One at a time for each organization.
create unique index realm_export_open on realm_export (realm_id) where state in ('waiting', 'running');
create index realm_export_finished on realm_export (finished_at) where state = 'done';

create table export_part (
  realm_id bigint not null,
  export_id bigint not null,
  number int not null,
  path_id text not null,
  place text not null check (place in ('disk', 's3', 'database')),
  size bigint not null,
  primary key (realm_id, export_id, number),
  foreign key (realm_id, export_id) references realm_export (realm_id, id)
);

comment on table realm_export is 'Exports of organizations that somebody asked for, also those that are done';
comment on table export_part is 'Where the bytes of finished exports are, in pieces';
