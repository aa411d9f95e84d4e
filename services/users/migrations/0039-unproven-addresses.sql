-- Accounts whose address is what whoever joined by a link has said it is: nobody has shown that it is theirs.
create table unproven_address (
  realm_id bigint not null,
  user_id bigint not null,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

comment on table unproven_address is 'Accounts of whose address nobody has shown that it is theirs';
