-- One row for each message that a bot is told about, written before the first try (docs/subsystems/webhooks.md).
create table delivery (
  realm_id bigint not null,
  id bigint generated always as identity,
  bot_id bigint not null,
  message_id bigint not null,
  trigger text not null check (trigger in ('mention', 'direct_message')),
  -- The message in its widest form, as JSON text.
  message text not null,
  -- pending: to be posted to the bot; replying: the bot's answer is to be posted; done and failed are final.
  state text not null default 'pending' check (state in ('pending', 'replying', 'done', 'failed')),
  -- Tries of the post to the bot and of the post of its answer; both count when they begin, so that one which kills its process counts.
  attempts integer not null default 0,
  reply_attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- The process that works on it, and until when it does unless it says again that it still does; null when nobody works on it.
  claimed_by text,
  claimed_until timestamptz,
  -- What the bot says in the conversation, kept before it is posted.
  reply text,
  -- HTTP status of the last answer of the bot's server; null when it gave none.
  last_status integer,
  last_error text,
  created_at timestamptz not null,
  primary key (realm_id, id),
  -- A bundle that arrives twice makes one delivery.
  unique (realm_id, message_id, bot_id)
);

create index delivery_due on delivery (next_attempt_at) where state in ('pending', 'replying');
