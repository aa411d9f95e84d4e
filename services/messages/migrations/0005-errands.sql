-- What other services are still to be told, written in the transaction that makes it necessary and removed when they have answered.
create table errand (
  realm_id bigint not null,
  id bigint not null generated always as identity,
  operation text not null,
  input jsonb not null,
  created_at timestamptz not null default now(),
  primary key (realm_id, id)
);
