-- What clients were told of a channel's messages, and when each realm's were last compared with what messages says.

alter table channel
  add column first_message_id bigint,
  add column is_recently_active boolean not null default true,
  -- As clients see it: messages per week, rounded.
  add column weekly_traffic int;

alter table realm_version add column facts_looked_at timestamptz not null default '-infinity';
