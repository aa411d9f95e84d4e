-- Bundles of events, one row for each transaction that changed something (docs/architecture.md, section 3).
create table outbox (
  realm_id bigint not null,
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  -- JSON array of events; text, because nothing in the database looks inside.
  events text not null,
  created_at timestamptz not null default now(),
  stream_seq bigint,
  published_at timestamptz,
  primary key (realm_id, id)
);

create index outbox_unpublished on outbox (realm_id, id) where published_at is null;
create index outbox_published on outbox (published_at) where published_at is not null;
