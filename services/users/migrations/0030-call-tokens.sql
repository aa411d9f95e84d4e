-- What people have given us to make calls in their name.
create table call_token (
  realm_id bigint not null,
  user_id bigint not null,
  provider text not null check (provider in ('zoom', 'webex')),
  -- Encrypted with a key that the database does not have.
  sealed text not null,
  primary key (realm_id, user_id, provider),
  foreign key (realm_id, user_id) references account
);
