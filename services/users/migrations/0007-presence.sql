-- When people were last seen. Written in bulk some seconds after the fact: what a crash loses, clients say again within a minute.
create table presence (
  realm_id bigint not null,
  user_id bigint not null,
  -- Did something with a client.
  active_at timestamptz not null,
  -- Had a client running.
  connected_at timestamptz not null,
  -- Last typed or clicked, for statistics; null when no client ever said so.
  input_at timestamptz,
  -- By which process' writing others can tell what is new to them.
  written_at timestamptz not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
) with (fillfactor = 70);
