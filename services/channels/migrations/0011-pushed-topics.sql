-- Whom a message may be pushed to, without looking at everybody in its channel.
create index subscription_pushed on subscription (realm_id, channel_id) where push_notifications;
create index user_topic_followed on user_topic (realm_id, channel_id, topic_key) where visibility_policy = 3;
