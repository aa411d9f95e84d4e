-- Settings of those who left, looked for when anybody subscribes: few, whatever the number of subscriptions.

create index subscription_left on subscription (realm_id, channel_id, user_id) where not active;
