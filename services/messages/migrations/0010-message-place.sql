-- Where a message is stands in the index of ids: thousands of messages are marked as read without a look at any of them.
-- contracts: the key stays the same, its index only says more; nothing refers to the constraint by its name.
alter table message drop constraint message_pkey, add primary key (realm_id, id) include (recipient_id);
