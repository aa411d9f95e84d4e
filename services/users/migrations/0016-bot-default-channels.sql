-- The channels behind the names that bots' defaults are shown with, which stay the same when channels are renamed; null without a default.
alter table account add column default_sending_channel_id bigint;
alter table account add column default_events_register_channel_id bigint;
