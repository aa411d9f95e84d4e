-- What the notification bot has still to tell people about a change; written with the change, deleted once messages has it.

create sequence notice_id;

create table notice (
  realm_id bigint not null,
  id bigint not null default nextval('notice_id'),
  user_ids bigint[] not null,
  content text not null,
  primary key (realm_id, id)
);
comment on table notice is 'What the notification bot has still to tell people';
