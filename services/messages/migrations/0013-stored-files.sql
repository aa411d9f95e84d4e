-- Files may be kept outside of the database (docs/subsystems/uploads.md). Their rows have no bytes then.
alter table attachment alter column bytes drop not null;
alter table attachment
  add column place text check (place in ('disk', 's3')),
  -- Whether a message ever linked to it; of older files nobody knows, so that they stay.
  add column claimed boolean not null default true;
alter table attachment alter column claimed set default false;
create index attachment_unclaimed on attachment (created_at) where not claimed;

-- Files outside of the database that are to go: before they are written, in case they are never committed, and once they are deleted.
create table file_removal (
  realm_id bigint not null,
  path_id text not null,
  place text not null check (place in ('disk', 's3')),
  remove_at timestamptz not null,
  primary key (realm_id, path_id)
);

create index file_removal_due on file_removal (remove_at);
