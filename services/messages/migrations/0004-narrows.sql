-- What narrows are searched by (docs/subsystems/messages.md, Finding).

-- Few messages of a user have such a flag: each is found without looking at the others.
create index user_message_mentioned on user_message (realm_id, user_id, message_id) where flags & 12 <> 0;
create index user_message_alerted on user_message (realm_id, user_id, message_id) where flags & 16 <> 0;
create index user_message_historical on user_message (realm_id, user_id, message_id) where flags & 32 <> 0;

create index message_to_everyone on message (realm_id, recipient_id, id) where mentions_everyone;
create index message_resolved on message (realm_id, recipient_id, id) where channel_id is not null and starts_with(topic, '✔ ');
create index message_with_image on message (realm_id, recipient_id, id) where has_image;
create index message_with_attachment on message (realm_id, recipient_id, id) where has_attachment;

-- The words of topic and text, and one that no text contains for the realm, so that the index finds words of one realm only.
alter table message add column words tsvector not null generated always as (
  to_tsvector('pg_catalog.english', topic) || to_tsvector('pg_catalog.english', rendered_content)
    || array_to_tsvector(array['~' || realm_id])
) stored;

-- A small list of pending entries: what a send may have to sort in stays below some milliseconds.
create index message_words on message using gin (words) with (gin_pending_list_limit = 512);
