-- Smaller versions of uploaded pictures (docs/subsystems/uploads.md).
alter table attachment
  -- Null: there are none, and none are to come.
  add column thumbnail_state text check (thumbnail_state in ('pending', 'ready')),
  add column is_animated boolean not null default false,
  -- Name of the format, size in bytes, and where the bytes are, of each.
  add column thumbnails jsonb not null default '[]';

create table thumbnail_job (
  realm_id bigint not null,
  attachment_id bigint not null,
  -- Then whoever looks takes it: the process that stored the file takes it at once, and has it for a while.
  due_at timestamptz not null,
  tries int not null default 0,
  primary key (realm_id, attachment_id),
  foreign key (realm_id, attachment_id) references attachment (realm_id, id) on delete cascade
);

create index thumbnail_job_due on thumbnail_job (due_at);
comment on table thumbnail_job is 'Pictures of which smaller versions still have to be made';
