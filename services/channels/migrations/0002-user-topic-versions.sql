-- Preferences for topics are carried to other services like subscriptions are: each row has the version of its last change, and a
-- preference that was taken back stays as policy 0, so that its end is carried too.
-- contracts: the check only allows one value more; the previous release never writes it, and deletes such rows like any other.
alter table user_topic
  add column version bigint not null default 1,
  drop constraint user_topic_visibility_policy_check,
  add constraint user_topic_visibility_policy_check check (visibility_policy between 0 and 3);

create index user_topic_version on user_topic (realm_id, version);
