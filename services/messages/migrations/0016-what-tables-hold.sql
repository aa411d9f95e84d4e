-- What each table holds, for whoever looks at the database, and for the table in the README, which is generated from it.
comment on table recipient is 'Where messages go: a channel, or the people of a direct conversation';
comment on table message is 'One row for each message';
comment on table user_recipient is 'For each user and recipient the ranges of message ids received and read';
comment on table user_message is 'Flags beyond received and read, for the few messages that have any';
comment on table idempotency is 'Sends that named themselves, so that a repetition finds the first';
comment on table projection_version is 'How far memberships of channels have been carried over';
comment on table reaction is 'Who reacted to what';
comment on table draft is 'Messages that somebody has begun to write';
comment on table errand is 'Calls of other services that still have to be made';
comment on table retention_turn is 'When each organization is next looked through for expired messages';
comment on table submessage is 'Polls and todo lists: what their message says first, and what everybody added';
comment on table scheduled_message is 'Messages and reminders that wait for their time';
comment on table attachment is 'Uploaded files';
comment on table attachment_message is 'Which messages link to which files';
comment on table file_removal is 'Files outside of the database that are to go';
comment on table file_piece is 'Bytes of the files that are kept in the database';
