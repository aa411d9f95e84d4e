-- Channels of a realm, who is subscribed to them and with what personal settings. Rows are never deleted, only marked, so that
-- "everything newer than version N" is complete (docs/architecture.md, section 4).

create sequence channel_id;
create sequence channel_folder_id;

-- Counts the realm's changes; whoever changes something locks the row first.
create table realm_version (
  realm_id bigint primary key,
  version bigint not null
);

create table channel (
  realm_id bigint not null,
  id bigint not null default nextval('channel_id'),
  name text not null,
  -- The name as it is compared: lower case.
  name_key text not null,
  description text not null default '',
  rendered_description text not null default '',
  creator_id bigint,
  created_at timestamptz not null default now(),
  is_private boolean not null default false,
  is_web_public boolean not null default false,
  is_archived boolean not null default false,
  is_default boolean not null default false,
  history_public_to_subscribers boolean not null default true,
  topics_policy text not null default 'inherit'
    check (topics_policy in ('inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only')),
  -- Days; -1 for ever, null as the organization says.
  message_retention_days int,
  folder_id bigint,
  -- Group-setting values by the name of the permission field.
  permissions jsonb not null,
  version bigint not null,
  primary key (realm_id, id),
  unique (realm_id, name_key)
);

create index channel_version on channel (realm_id, version);

create table subscription (
  realm_id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  active boolean not null default true,
  color text not null,
  is_muted boolean not null default false,
  pin_to_top boolean not null default false,
  -- Null: as the user's own settings say.
  desktop_notifications boolean,
  email_notifications boolean,
  wildcard_mentions_notify boolean,
  push_notifications boolean,
  audible_notifications boolean,
  -- Of the last change of what others see: active and is_muted.
  version bigint not null,
  primary key (realm_id, user_id, channel_id)
);

create index subscription_version on subscription (realm_id, version);

create table channel_folder (
  realm_id bigint not null,
  id bigint not null default nextval('channel_folder_id'),
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  creator_id bigint,
  created_at timestamptz not null default now(),
  is_archived boolean not null default false,
  position int not null,
  primary key (realm_id, id)
);

-- A user's preference for a topic; a row with policy 0 is deleted.
create table user_topic (
  realm_id bigint not null,
  user_id bigint not null,
  channel_id bigint not null,
  -- The topic as it is compared: lower case.
  topic_key text not null,
  topic text not null,
  visibility_policy smallint not null check (visibility_policy between 1 and 3),
  last_updated timestamptz not null default now(),
  primary key (realm_id, user_id, channel_id, topic_key)
);
