-- Devices that want notifications, as their vendors named them.
create table push_device (
  realm_id bigint not null,
  user_id bigint not null,
  -- 'apns' or 'fcm'
  kind text not null check (kind in ('apns', 'fcm')),
  -- SHA-256 of the token, which may be longer than what an index takes.
  token_hash bytea not null,
  token text not null check (length(token) between 1 and 4096),
  -- Bundle of the app, of Apple's devices only.
  app_id text,
  created_at timestamptz not null default now(),
  primary key (realm_id, user_id, kind, token_hash),
  foreign key (realm_id, user_id) references account
);
