alter table push_subscription
  -- The session with which it was added; null when it was added with an API key.
  add column session_id bigint,
  -- What users said that session or key is known by; null for subscriptions from before, which nothing ends but their owner.
  add column access_mark text;
