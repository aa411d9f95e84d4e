-- How many accounts an organization had, day by day (docs/adr/0026-quotas-and-usage.md). A day without a row had what the last one before it left.
create table account_day (
  realm_id bigint not null,
  -- Of UTC.
  day date not null,
  -- Most at one time of that day.
  people int not null,
  guests int not null,
  bots int not null,
  -- After the last change of that day.
  left_people int not null,
  left_guests int not null,
  left_bots int not null,
  primary key (realm_id, day)
);

comment on table account_day is 'How many accounts an organization had at most, on each day on which that changed';

insert into account_day
select realm_id, (now() at time zone 'utc')::date, people, guests, bots, people, guests, bots from (
  select realm_id,
    count(*) filter (where not is_bot and role <> 600) as people,
    count(*) filter (where not is_bot and role = 600) as guests,
    count(*) filter (where is_bot) as bots
  from account where is_active and not is_system_bot group by realm_id
) counted;
