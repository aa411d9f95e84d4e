-- Part of the address of the user's own picture, so that it cannot be guessed; empty without one.
alter table account add column avatar_secret text not null default '';

-- Pictures that people uploaded of themselves, as they were uploaded. Not with the account, which is read often.
create table avatar_image (
  realm_id bigint not null,
  user_id bigint not null,
  secret text not null,
  content_type text not null,
  bytes bytea not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
