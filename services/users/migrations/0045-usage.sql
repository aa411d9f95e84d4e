-- What gateways and webhooks count of organizations, for bills (docs/hosting.md#usage). Days are of UTC.
create table request_count (
  realm_id bigint not null,
  day date not null,
  -- The process that has counted; empty for the sum of those that were added up once the day was over.
  source text not null,
  requests bigint not null,
  -- Ids of people who made one.
  people int8multirange not null,
  primary key (realm_id, day, source)
);

create index request_count_open on request_count (day, realm_id) where source <> '';

create table delivery_count (
  realm_id bigint not null,
  day date not null,
  deliveries bigint not null,
  primary key (realm_id, day)
);

comment on table request_count is 'How many requests organizations made on a day, and who, by the gateway that counted them';
comment on table delivery_count is 'How many deliveries to outgoing webhooks an organization had on a day';
