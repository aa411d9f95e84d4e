-- Of bots; names of channels, empty for none.
alter table account
  add column default_sending_stream text not null default '',
  add column default_events_register_stream text not null default '',
  add column default_all_public_streams boolean not null default false,
  -- What the bot's own program is configured with.
  add column bot_config jsonb not null default '{}';

-- What a bot asked the server to keep for it.
create table bot_storage (
  realm_id bigint not null,
  user_id bigint not null,
  key text not null,
  value text not null,
  primary key (realm_id, user_id, key),
  foreign key (realm_id, user_id) references account
);
