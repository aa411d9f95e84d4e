-- Organizations that are to be deleted, or were (docs/hosting.md#deleting). A row outlives its organization.
create table realm_deletion (
  realm_id bigint primary key,
  -- That it had.
  subdomain text not null,
  state text not null default 'scheduled' check (state in ('scheduled', 'running', 'failed', 'done')),
  requested_at timestamptz not null,
  -- Nothing is tried before this.
  due_at timestamptz not null,
  begun_at timestamptz,
  finished_at timestamptz,
  tries int not null default 0,
  -- What is being deleted.
  step text not null default '',
  deleted bigint not null default 0,
  -- How many places were looked through in the end, and what was found there: service, place and count of each.
  places int not null default 0,
  remaining jsonb not null default '[]',
  failure text not null default '',
  -- Numbers of the days before, for a last bill.
  usage jsonb
);

create index realm_deletion_due on realm_deletion (due_at) where state <> 'done';
create index realm_deletion_usage on realm_deletion (finished_at) where usage is not null;

comment on table realm_deletion is 'Organizations that are to be deleted, or were, with the proof that nothing is left';
