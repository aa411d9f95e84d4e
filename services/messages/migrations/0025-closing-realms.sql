-- No hold begins any more once the deletion of an organization has (docs/behaviour/moderation.md#legal-holds).
create table closing_realm (
  realm_id bigint primary key,
  begun_at timestamptz not null default now()
);

comment on table closing_realm is 'Organizations that are being deleted, of which nothing is held any more';
