-- With the account, so that services that mark messages learn of a change like of any other.
alter table account
  add column alert_words text[] not null default '{}',
  -- `[{"id", "timestamp"}]`, oldest first; UNIX seconds.
  add column muted_users jsonb not null default '[]';
