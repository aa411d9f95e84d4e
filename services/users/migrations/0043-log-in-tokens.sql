-- What somebody who has signed in with a browser brings to a desktop app, which logs in with it once.
create table log_in_token (
  realm_id bigint not null,
  user_id bigint not null,
  -- SHA-256 of the token.
  token_hash bytea not null,
  -- Path that follows the log-in.
  next text not null,
  expires_at timestamptz not null,
  primary key (realm_id, user_id, token_hash),
  foreign key (realm_id, user_id) references account
);

create unique index log_in_token_hash on log_in_token (realm_id, token_hash);

comment on table log_in_token is 'Tokens with which desktop apps log in once, as hashes';
