-- What pages are about that messages link to (docs/subsystems/link-previews.md).
create table linked_page (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  url text not null,
  -- Name and port of its server.
  host text not null,
  title text not null default '',
  description text not null default '',
  -- Of our copy of its picture; null for none.
  picture text,
  -- Null: it has never been looked up.
  fetched_at timestamptz,
  -- When it is looked up, or shown; null: nobody waits for it.
  due_at timestamptz,
  tries int not null default 0,
  claimed_by text,
  claimed_until timestamptz,
  primary key (realm_id, id),
  unique (realm_id, url)
);

create index linked_page_due on linked_page (due_at) where due_at is not null;
create index linked_page_claimed on linked_page (realm_id, host) where claimed_until is not null;
create index linked_page_waiting on linked_page (realm_id) where due_at is not null;
create index linked_page_age on linked_page (coalesce(fetched_at, '-infinity')) where due_at is null;

create table page_link (
  realm_id bigint not null,
  message_id bigint not null,
  -- Among the pages of the message.
  position int not null,
  page_id bigint not null,
  -- HTML that is shown of it, perhaps none; null as long as it is not known.
  embed text,
  picture text,
  primary key (realm_id, message_id, position)
);

create index page_link_waiting on page_link (realm_id, page_id) where embed is null;
create index page_link_of_picture on page_link (realm_id, picture, message_id) where picture is not null;

create table archived_page_link (
  realm_id bigint not null,
  message_id bigint not null,
  position int not null,
  page_id bigint not null,
  embed text,
  picture text,
  primary key (realm_id, message_id, position)
);

create index archived_page_link_of_picture on archived_page_link (realm_id, picture) where picture is not null;

create table page_picture (
  realm_id bigint not null,
  name text not null,
  bytes bytea not null,
  kept_at timestamptz not null,
  primary key (realm_id, name)
);

alter table page_picture alter column bytes set storage external;
create index page_picture_age on page_picture (kept_at);

comment on table linked_page is 'Pages elsewhere that messages link to, with what they say of themselves';
comment on table page_link is 'Which messages link to which pages, and what they show of them';
comment on table archived_page_link is 'Pages that deleted messages link to';
comment on table page_picture is 'Scaled copies of pictures of pages';
