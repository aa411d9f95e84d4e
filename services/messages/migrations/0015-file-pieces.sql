-- Files in the database are kept in pieces, so that nobody has to hold a whole one in memory (docs/subsystems/uploads.md).
create table file_piece (
  realm_id bigint not null,
  path_id text not null,
  number int not null,
  bytes bytea not null,
  primary key (realm_id, path_id, number)
);

alter table file_piece alter column bytes set storage external;
-- contracts: what the constraints allowed before they allow still; the previous release does not know of the new place, and cannot show files there.
alter table attachment drop constraint attachment_place_check,
  add constraint attachment_place_check check (place in ('disk', 's3', 'database'));
-- contracts: as above.
alter table file_removal drop constraint file_removal_place_check,
  add constraint file_removal_place_check check (place in ('disk', 's3', 'database'));
