-- What the notification bot still has to say about a change; written with the change, deleted once it was said.

create sequence notice_id;

create table notice (
  realm_id bigint not null,
  id bigint not null default nextval('notice_id'),
  target jsonb not null,
  content text not null,
  -- Users for whom it is no news.
  read_by jsonb not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id)
);
