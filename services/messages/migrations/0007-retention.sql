-- When each realm is to be looked through next for messages that are kept no longer.

create table retention_turn (
  realm_id bigint primary key,
  due_at timestamptz not null
);
