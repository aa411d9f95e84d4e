-- Exports of legal holds, which prove themselves (docs/legal-holds.md). Like realm_export, and apart from it: administrators
-- see exports of the organization, and may be held.
create table hold_export (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  hold_id bigint not null,
  -- Null for an operator, whose key's name is in asked_key then.
  asked_by bigint,
  asked_key text,
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
  -- Of the tree over all records, hexadecimal; empty until it is known.
  root text not null default '',
  primary key (realm_id, id),
  foreign key (realm_id, hold_id) references legal_hold (realm_id, id),
  check ((asked_by is null) = (asked_key is not null))
);

-- One at a time for owners, who do not know of operators' exports, and one for operators.
create unique index hold_export_open on hold_export (realm_id, (asked_by is null)) where state in ('waiting', 'running');
create index hold_export_ended on hold_export (coalesce(finished_at, failed_at)) where state in ('done', 'failed');

create table hold_export_part (
  realm_id bigint not null,
  export_id bigint not null,
  number int not null,
  path_id text not null,
  place text not null check (place in ('disk', 's3', 'database')),
  size bigint not null,
  primary key (realm_id, export_id, number),
  foreign key (realm_id, export_id) references hold_export (realm_id, id)
);

create table signing_key (
  -- Base64 of its SubjectPublicKeyInfo.
  public_key text primary key,
  first_used_at timestamptz not null
);

-- Operators hold, too: the names of the keys with which they began and ended a hold.
alter table legal_hold add begun_key text;
alter table legal_hold add ended_key text;
-- contracts: no owner's hold has none, and what the release before looks for are those of owners; it refuses to list only where operators hold.
alter table legal_hold alter column begun_by drop not null;
alter table legal_hold add check ((begun_by is null) = (begun_key is not null));
-- contracts: what the check allowed before it allows still; the release before ends holds as owners do.
alter table legal_hold drop constraint legal_hold_check1;
alter table legal_hold add check ((ended_by is null and ended_key is null) = (ended_at is null));
-- Owners and operators do not know of each other's holds: each may hold whom the others do.
-- contracts: the release before names neither index, and begins holds of owners only, which are unique still.
drop index legal_hold_of_user;
-- contracts: as above.
drop index legal_hold_of_channel;
create unique index legal_hold_of_user on legal_hold (realm_id, user_id, (begun_by is null)) where ended_at is null;
create unique index legal_hold_of_channel on legal_hold (realm_id, channel_id, (begun_by is null)) where ended_at is null;

comment on table hold_export is 'Exports of legal holds that somebody asked for';
comment on table hold_export_part is 'Where the bytes of finished exports of legal holds are, in pieces';
comment on table signing_key is 'Public keys with which this installation has signed exports';
call audit_table('hold_export', 'legal_hold_export', '{id}', '{hold_id,asked_by,state,root}', '{}');
call audit_table('legal_hold', 'legal_hold', '{id}', '{begun_by,begun_key,begun_at,ended_by,ended_key,ended_at}', '{user_id,channel_id,reason}');
