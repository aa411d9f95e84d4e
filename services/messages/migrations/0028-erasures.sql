-- Whose file it was, so that it is known when nothing of somebody who is erased is left (docs/erasure.md#proof).
alter table file_removal add user_id bigint;
create index file_removal_of_user on file_removal (realm_id, user_id) where user_id is not null;
