-- Preferences for topics of a channel: asked for when a topic is moved, and when channels appear or vanish.

create index user_topic_channel on user_topic (realm_id, channel_id) where visibility_policy <> 0;
