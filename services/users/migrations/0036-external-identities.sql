-- Who people are at the identity providers that they sign in with.
create table external_identity (
  realm_id bigint not null,
  -- Where the subject is unique; names of providers in the configuration may change.
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  linked_at timestamptz not null,
  primary key (realm_id, issuer, subject),
  foreign key (realm_id, user_id) references account
);

create index external_identity_user on external_identity (realm_id, user_id);

comment on table external_identity is 'Who people are at the identity providers that they sign in with';
