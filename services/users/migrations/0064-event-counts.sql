-- What event processes count of organizations, for bills (docs/hosting.md#usage).
alter table request_count add column events bigint not null default 0;

comment on table request_count is 'How many requests organizations made on a day, who did, and how many events clients were given, by the process that counted';
