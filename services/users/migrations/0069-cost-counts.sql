-- What requests of organizations took, in microseconds, for bills (docs/hosting.md#usage).
alter table request_count
  add column processor_us bigint not null default 0,
  add column database_us bigint not null default 0;

comment on table request_count is 'How many requests organizations made on a day, who did, what they took, and how many events clients were given, by the process that counted';
