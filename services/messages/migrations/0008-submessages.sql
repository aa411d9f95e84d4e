-- Polls and todo lists: what their message says first, and what everybody added since, in order of `id`.
create table submessage (
  realm_id bigint not null,
  message_id bigint not null,
  id bigint generated always as identity,
  sender_id bigint not null,
  msg_type text not null,
  content text not null,
  primary key (realm_id, message_id, id)
);

-- So that the many messages without any are read without looking.
alter table message add column has_submessages boolean not null default false;
