-- Why an organization is closed, as its operator said it; empty where nothing was said.
alter table realm add column suspension_reason text not null default '';

create table operator_action (
  realm_id bigint not null,
  action_id bigint generated always as identity,
  acted_at timestamptz not null default now(),
  -- Name of the key with which it was asked for.
  key_name text not null,
  operation text not null,
  -- Input of the operation, without secrets.
  input jsonb not null,
  request_id text not null,
  -- Given by whoever may repeat the request; null for none.
  idempotency_key text,
  primary key (realm_id, action_id)
);

create unique index operator_action_id on operator_action (action_id);
create unique index operator_action_idempotency on operator_action (key_name, idempotency_key)
  where idempotency_key is not null;

comment on table operator_action is 'What operators have changed, and by which key';
