-- What users show beside their names; empty text means not set.
create table user_status (
  realm_id bigint not null,
  user_id bigint not null,
  status_text text not null default '',
  emoji_name text not null default '',
  emoji_code text not null default '',
  reaction_type text not null default '',
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
