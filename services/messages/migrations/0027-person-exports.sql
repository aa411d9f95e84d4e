-- Exports of one person's data (docs/export.md#what-is-a-persons). Like realm_export, and apart from it: administrators see
-- exports of the organization.
create table person_export (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  user_id bigint not null,
  -- Name of the operator's key.
  asked_key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  requested_at timestamptz not null,
  tries int not null default 0,
  due_at timestamptz not null,
  cut_at timestamptz,
  finished_at timestamptz,
  failed_at timestamptz,
  kind text not null default '',
  rows bigint not null default 0,
  files bigint not null default 0,
  bytes bigint not null default 0,
  failure text not null default '',
  primary key (realm_id, id)
);

-- One at a time for each person.
create unique index person_export_open on person_export (realm_id, user_id) where state in ('waiting', 'running');
create index person_export_ended on person_export (coalesce(finished_at, failed_at)) where state in ('done', 'failed');

create table person_export_part (
  realm_id bigint not null,
  export_id bigint not null,
  number int not null,
  path_id text not null,
  place text not null check (place in ('disk', 's3', 'database')),
  size bigint not null,
  primary key (realm_id, export_id, number),
  foreign key (realm_id, export_id) references person_export (realm_id, id)
);

comment on table person_export is 'Exports of one person''s data that an operator asked for';
comment on table person_export_part is 'Where the bytes of finished exports of people are, in pieces';
call audit_table('person_export', 'person_export', '{id}', '{user_id,asked_key,state}', '{}');
