-- People who were erased, or are being erased (docs/erasure.md). A row says that the account stays a placeholder.
create table person_erasure (
  realm_id bigint not null references realm,
  user_id bigint not null,
  -- Name of the operator's key.
  asked_key text not null,
  messages text not null check (messages in ('keep', 'delete')),
  state text not null default 'running' check (state in ('running', 'failed', 'done')),
  requested_at timestamptz not null,
  -- Nothing is tried before this.
  due_at timestamptz not null,
  finished_at timestamptz,
  tries int not null default 0,
  -- The service that deletes.
  step text not null default '',
  deleted bigint not null default 0,
  -- How many places were looked through in the end, what was found there, and which archives have the person.
  places int not null default 0,
  remaining jsonb not null default '[]',
  exports jsonb not null default '[]',
  failure text not null default '',
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

create index person_erasure_due on person_erasure (due_at) where state <> 'done';

comment on table person_erasure is 'People who were erased, or are being erased, with the proof that nothing is left';
