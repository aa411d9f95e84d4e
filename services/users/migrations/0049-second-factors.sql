-- Apps on people's phones that make a code every 30 seconds, out of a secret that they share with the server.
create table authenticator_app (
  realm_id bigint not null,
  user_id bigint not null,
  -- Sealed with a key of the installation: whoever reads this table alone makes no codes.
  sealed_secret text not null,
  -- Step of time of the last code that was taken; none of it or before is taken again.
  last_step bigint not null,
  -- In a row; after too many no code is looked at for a while.
  wrong_codes int not null default 0,
  blocked_until timestamptz,
  created_at timestamptz not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

comment on table authenticator_app is 'Secrets of authenticator apps, sealed';

-- Codes that get people in who have lost their second factor, each once.
create table recovery_codes (
  realm_id bigint not null,
  user_id bigint not null,
  -- SHA-256 of those that were not used.
  hashes bytea[] not null,
  created_at timestamptz not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

comment on table recovery_codes is 'Recovery codes of people with a second factor, as hashes';

-- Sign-ins that lack the second factor.
create table half_sign_in (
  realm_id bigint not null,
  user_id bigint not null,
  -- SHA-256 of what the browser has.
  token_hash bytea not null,
  -- What follows when it is whole, sealed: it may hold the one-time pad of an app.
  sealed_follow_up text not null,
  wrong_codes int not null default 0,
  expires_at timestamptz not null,
  primary key (realm_id, token_hash),
  foreign key (realm_id, user_id) references account
);

create index half_sign_in_of on half_sign_in (realm_id, user_id);

comment on table half_sign_in is 'Sign-ins that lack the second factor; tokens as hashes only';

call audit_table('authenticator_app', 'authenticator_app', '{user_id}', '{}', '{sealed_secret}');
call audit_table('recovery_codes', 'recovery_codes', '{user_id}', '{}', '{hashes}');
