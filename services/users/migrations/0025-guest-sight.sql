-- Whom guests were told that they see, where the organization limits what guests see (docs/subsystems/users.md, Guests' sight). A guest without a
-- row, or with one that does not limit, was told of everybody.
create table guest_sight (
  realm_id bigint not null,
  guest_id bigint not null,
  limited boolean not null,
  -- Sets of ids of users: who is seen for any reason, and those of them who share a direct conversation.
  seen bytea not null,
  acquainted bytea not null,
  -- Of the change that made it so.
  version bigint not null,
  primary key (realm_id, guest_id),
  foreign key (realm_id, guest_id) references account
);

create index guest_sight_version on guest_sight (realm_id, version);

-- The version of the last change of a row of guest_sight; 0 while there is none.
alter table realm_version add column sight_version bigint not null default 0;
