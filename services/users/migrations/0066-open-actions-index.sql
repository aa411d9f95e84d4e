-- runs: concurrently
create index concurrently operator_action_open on operator_action (due_at) where call is not null;
