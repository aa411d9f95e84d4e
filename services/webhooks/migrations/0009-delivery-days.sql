-- How many deliveries there were in an organization, day by day (docs/hosting.md#usage). Days are of UTC.
create table delivery_day (
  realm_id bigint not null,
  day date not null,
  deliveries bigint not null,
  -- Those that users was told of.
  noted bigint not null default 0,
  primary key (realm_id, day)
);

create index delivery_day_due on delivery_day (day, realm_id) where deliveries > noted;

comment on table delivery_day is 'How many deliveries to outgoing webhooks an organization had on a day, also those that are forgotten';
