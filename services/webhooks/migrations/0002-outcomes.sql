-- How deliveries end, how endpoints do, and what owners may look up (docs/subsystems/webhooks.md).
alter table delivery
  -- Counts deliveries of the same message: 0, then one more each time the owner asks for it again.
  add column round integer not null default 0,
  -- No tries after this; null in rows of the release before, which end 78 hours after they came.
  add column expires_at timestamptz,
  -- Why it failed, once that is certain, while it is being told; it ends as failed then.
  add column failure text,
  add column tells_owner boolean not null default false,
  -- Beginning of what the bot's server answered when that was no success.
  add column last_response text,
  add column finished_at timestamptz;

update delivery set finished_at = now() where state in ('done', 'failed');

create index delivery_of_bot on delivery (realm_id, bot_id, id);
create index delivery_open on delivery (realm_id, bot_id) where state in ('pending', 'replying');
create index delivery_finished on delivery (finished_at) where finished_at is not null;

-- What is known of the servers of bots that do not answer as they should; a bot without a row is fine.
create table endpoint (
  realm_id bigint not null,
  bot_id bigint not null,
  -- Tries without success since the last one that had it.
  failures integer not null default 0,
  -- Nothing is posted before this.
  paused_until timestamptz,
  -- The address that answered 410; nothing is posted to it any more.
  gone_url text,
  primary key (realm_id, bot_id)
);
