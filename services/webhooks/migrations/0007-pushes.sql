-- Browsers and apps that notifications are pushed to (docs/subsystems/notifications.md).
create table push_subscription (
  realm_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Where its push service takes what is for it; whoever knows the address and the keys can push.
  endpoint text not null,
  -- Public key and secret that contents are encrypted with, base64url.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  primary key (realm_id, id),
  unique (realm_id, endpoint)
);

create index push_subscription_of_user on push_subscription (realm_id, user_id);

comment on table push_subscription is 'Browsers and apps that notifications are pushed to';

-- One row for each message and subscription, written before the first try.
create table push (
  realm_id bigint not null,
  id bigint generated always as identity,
  subscription_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  -- A device shows one notification for each conversation, of its newest message.
  conversation text not null,
  -- pending: to be pushed; shown: the push service has it; closing: read or gone, which is to be pushed; done and failed are final.
  state text not null default 'pending' check (state in ('pending', 'shown', 'closing', 'done', 'failed')),
  -- What the notification says, as JSON text; null once it is shown.
  content text,
  -- The message was read, or is gone, while it was being pushed.
  is_over boolean not null default false,
  -- Tries of the push that the state waits for; counted when they begin, so that one which kills its process counts.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  -- No tries after this.
  expires_at timestamptz not null,
  -- The process that works on it, and until when it does unless it says again that it still does; null when nobody works on it.
  claimed_by text,
  claimed_until timestamptz,
  -- HTTP status of the last answer of the push service; null when it gave none.
  last_status integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- The trace of the request that it follows from (W3C Trace Context); null while requests are not traced.
  traceparent text,
  primary key (realm_id, id),
  -- A bundle that arrives twice makes one push.
  unique (realm_id, subscription_id, message_id),
  foreign key (realm_id, subscription_id) references push_subscription (realm_id, id) on delete cascade
);

create index push_due on push (next_attempt_at) where state in ('pending', 'closing');
create index push_open on push (realm_id, user_id, message_id) where state in ('pending', 'shown');
create index push_finished on push (finished_at) where finished_at is not null;

comment on table push is 'What is pushed to each subscription of each message, written before the first try';
