-- Reactions to messages, in order of adding by `id`.
create table reaction (
  realm_id bigint not null,
  message_id bigint not null,
  user_id bigint not null,
  reaction_type text not null,
  emoji_code text not null,
  emoji_name text not null,
  id bigint generated always as identity,
  primary key (realm_id, message_id, user_id, reaction_type, emoji_code)
);

-- Those who received something and then left: they keep hearing of it when it changes, as long as they may read it.
create index user_recipient_left on user_recipient (realm_id, recipient_id) where not upper_inf(received);
