-- How often something outside of this service was about to use the group: who deactivates it knows by it whether anything came in between.
alter table user_group add column claims bigint not null default 0;
