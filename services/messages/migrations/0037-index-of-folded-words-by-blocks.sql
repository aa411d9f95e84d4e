-- runs: concurrently
-- As message_block_words, of the messages that have such words.
create index concurrently message_block_folded_words on message
  using gin ((array[id >> 14]), folded_words) with (gin_pending_list_limit = 512) where folded_words is not null;
