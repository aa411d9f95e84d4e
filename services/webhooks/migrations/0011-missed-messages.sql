-- Messages about which somebody is to get e-mail, unless they have read them by then (docs/subsystems/missed-mail.md).
create table missed_message (
  realm_id bigint not null,
  user_id bigint not null,
  message_id bigint not null,
  -- Why: personal, followed_topics, channels or channel.
  reason text not null check (reason in ('personal', 'followed_topics', 'channels', 'channel')),
  -- True for somebody who was there: it is mailed only if they have gone by then.
  was_present boolean not null,
  due_at timestamptz not null,
  primary key (realm_id, user_id, message_id)
);

comment on table missed_message is 'Messages about which somebody is to get e-mail, unless they read them before';

-- People who have any such message: what is mailed to somebody is mailed together.
create table mail_batch (
  realm_id bigint not null,
  user_id bigint not null,
  id bigint generated always as identity,
  -- When the first of the messages is due, or the next try.
  due_at timestamptz not null,
  -- Under which users knows what is being mailed, the same for all tries; null while nothing is.
  key uuid,
  -- Counted when they begin.
  attempts integer not null default 0,
  -- The process that works on it, and until when it does unless it says again that it still does; null when nobody works on it.
  claimed_by text,
  claimed_until timestamptz,
  primary key (realm_id, user_id)
);

create index mail_batch_due on mail_batch (due_at);

comment on table mail_batch is 'People who are to get e-mail about missed messages, and when';

-- How many e-mails there were for somebody in an hour, or for an organization on a day of UTC.
create table mail_count (
  realm_id bigint not null,
  -- 0 for the organization.
  user_id bigint not null,
  began_at timestamptz not null,
  mails integer not null,
  primary key (realm_id, user_id)
);

create index mail_count_age on mail_count (began_at);

comment on table mail_count is 'How many e-mails about missed messages somebody got within the hour, or an organization on the day';
