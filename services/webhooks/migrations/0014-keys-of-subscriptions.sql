-- The API key with which a subscription was added; null for a session, and for the key that every account has.
alter table push_subscription add column key_id bigint;
