-- runs: concurrently
-- What is searched for in a block, a stretch of 16,384 ids, is found without reading what all others have
-- (docs/adr/0051-words-by-blocks.md). A small list of pending entries, as of message_words.
create index concurrently message_block_words on message
  using gin ((array[id >> 14]), words) with (gin_pending_list_limit = 512);
