-- runs: concurrently
-- A small list of pending entries, as of message_words.
create index concurrently message_folded_words on message using gin (folded_words) with (gin_pending_list_limit = 512);
