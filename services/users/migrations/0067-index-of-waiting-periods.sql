-- runs: concurrently
-- So that who becomes a full member is found without a look at every organization.
create index concurrently realm_waiting_period on realm (((settings ->> 'waiting_period_threshold')::int))
  where (settings ->> 'waiting_period_threshold')::int > 0;
