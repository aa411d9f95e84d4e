-- Organizations that were moved to another process of messages (docs/adr/0053-moving-organizations.md).
create table messages_turn (
  realm_id bigint primary key references realm,
  -- By how many processes it was moved on in its ranking.
  turn int not null check (turn > 0)
);

comment on table messages_turn is 'Organizations that were moved to another process of messages, and by how many';
