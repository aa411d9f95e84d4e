-- What operators have had done here, by the key of the call, so that a call that is repeated has its effect once
-- (docs/hosting.md#operators-interface).
create table operator_call (
  realm_id bigint not null,
  call_key uuid not null,
  done_at timestamptz not null default now(),
  -- What the first one was answered.
  answer jsonb not null,
  primary key (realm_id, call_key)
);

create index operator_call_done on operator_call (done_at);

comment on table operator_call is 'Calls that users has made for operators, so that each has its effect once';
