-- Organizations that are taken in from an archive (docs/export.md#taking-an-archive-in). A row stays when its import has
-- failed and nothing else of the organization is left.
create table realm_import (
  realm_id bigint primary key,
  state text not null default 'waiting' check (state in ('waiting', 'checking', 'running', 'done', 'failed')),
  requested_at timestamptz not null,
  -- No try begins before this.
  due_at timestamptz,
  -- How often it was begun since it last got on.
  tries int not null default 0,
  -- Bytes of the archive that arrived.
  bytes bigint not null default 0,
  -- The export of this installation that is read instead; null for the archive that arrived.
  source_realm_id bigint,
  source_export_id bigint,
  -- What users says of it: address, secret, whether it is a sandbox.
  target jsonb,
  -- By what ids change, and what there is of each kind; null before the archive was looked through.
  plan jsonb,
  -- Kind that is being read, and how many rows of it were.
  kind text not null default '',
  kind_rows bigint not null default 0,
  rows bigint not null default 0,
  files bigint not null default 0,
  finished_at timestamptz,
  failed_at timestamptz,
  failure text not null default ''
);

create index realm_import_due on realm_import (due_at) where state in ('checking', 'running');

create table import_part (
  realm_id bigint not null,
  number bigint not null generated always as identity,
  path_id text not null,
  place text not null check (place in ('disk', 's3', 'database')),
  size bigint not null,
  primary key (realm_id, number)
);

comment on table realm_import is 'Organizations that were taken in from an archive, also those of which that failed';
comment on table import_part is 'Where the bytes of archives are that are taken in, in pieces';
