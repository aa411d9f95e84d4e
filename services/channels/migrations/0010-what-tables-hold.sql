-- What each table holds, for whoever looks at the database, and for the table in the README, which is generated from it.
comment on table realm_version is 'Counts the changes of each organization; locked by whoever makes one';
comment on table channel is 'Channels with their permissions; archived, never deleted';
comment on table subscription is 'Settings of users for channels, also of those they have left';
comment on table channel_folder is 'Folders of channels';
comment on table user_topic is 'Topics that a user mutes, unmutes or follows; policy 0 is one taken back';
comment on table told_user is 'Users as of the last time clients were told who sees which channels';
comment on table told_group is 'Groups as of the last time clients were told who sees which channels';
comment on table carried_key is 'Keys of requests of other services that were carried out, for a week';
comment on table notice is 'What the notification bot still has to say';
