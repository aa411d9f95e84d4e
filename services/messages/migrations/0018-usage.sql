-- What organizations use, for their limits and for bills (docs/adr/0026-quotas-and-usage.md). Days are of UTC.
create table message_day (
  realm_id bigint not null,
  day date not null,
  messages bigint not null,
  primary key (realm_id, day)
);

create table stored_bytes (
  realm_id bigint not null,
  bytes bigint not null,
  primary key (realm_id)
);

-- A day without a row had what the last one before it left.
create table stored_bytes_day (
  realm_id bigint not null,
  day date not null,
  -- Most at one time of that day.
  bytes bigint not null,
  -- After the last change of that day.
  left_bytes bigint not null,
  primary key (realm_id, day)
);

comment on table message_day is 'How many messages were sent in an organization on a day, those included that are gone';
comment on table stored_bytes is 'How many bytes the files of an organization have';
comment on table stored_bytes_day is 'How many bytes the files of an organization had at most, on each day on which that changed';

insert into stored_bytes select realm_id, sum(size) from attachment group by realm_id;
insert into stored_bytes_day select realm_id, (now() at time zone 'utc')::date, bytes, bytes from stored_bytes;
