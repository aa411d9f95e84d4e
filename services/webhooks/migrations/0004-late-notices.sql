-- When the conversation is to be told that the bot does not answer; null once it was told. Rows that are open now are told soon.
alter table delivery add column late_at timestamptz default now() + interval '30 seconds';

create index delivery_late on delivery (late_at) where state = 'pending' and late_at is not null;
