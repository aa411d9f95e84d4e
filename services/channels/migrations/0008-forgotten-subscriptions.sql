-- Who takes a channel that the user left for one never subscribed to, as it vanished and appeared anew since: clients without the capability
-- archived_channels, or all. Null: nobody.
alter table subscription add column forgotten_by text check (forgotten_by in ('older', 'all'));
