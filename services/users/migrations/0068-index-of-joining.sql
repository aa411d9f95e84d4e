-- runs: concurrently
create index concurrently account_joined on account (joined_at) where role = 400 and not is_system_bot;
