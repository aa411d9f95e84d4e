-- To whom e-mail about a channel's messages goes, without looking at everybody in it.
create index subscription_mailed on subscription (realm_id, channel_id) where email_notifications;
