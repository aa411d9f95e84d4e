-- People whom the Welcome Bot has still to greet; written with the account, deleted once messages has what it says.
create table newcomer (
  realm_id bigint not null,
  user_id bigint not null,
  -- What their invitation has it write besides; null for the organization's own text.
  custom_text text,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);
