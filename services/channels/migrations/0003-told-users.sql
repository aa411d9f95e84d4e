-- Roles, activity and groups as of the last time that clients were told who sees which channels (docs/subsystems/channels.md,
-- "When users change"). What users says now is compared with it.

alter table realm_version add column told_users_version bigint not null default 0;

create table told_user (
  realm_id bigint not null,
  user_id bigint not null,
  role int not null,
  is_active boolean not null,
  version bigint not null,
  primary key (realm_id, user_id)
);

create index told_user_version on told_user (realm_id, version);

create table told_group (
  realm_id bigint not null,
  group_id bigint not null,
  members jsonb not null,
  subgroups jsonb not null,
  version bigint not null,
  primary key (realm_id, group_id)
);

create index told_group_version on told_group (realm_id, version);
