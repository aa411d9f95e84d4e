-- New addresses that users asked for themselves and have not confirmed; each user has one at most.
create table email_change (
  realm_id bigint not null references realm,
  user_id bigint not null,
  email text not null,
  token text not null,
  expires_at timestamptz not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

create unique index email_change_token on email_change (realm_id, token);
