-- When the next delivery of an organization whose deliveries are limited may begin (docs/hosting.md#quotas).
create table delivery_pace (
  realm_id bigint primary key,
  -- Without what may come at once after a rest.
  next_at timestamptz not null
);

comment on table delivery_pace is 'When an organization''s next delivery to an outgoing webhook may begin';
