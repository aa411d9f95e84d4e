create table thing (
  realm_id bigint not null,
  thing_id bigint not null,
  name text not null,
  secret text not null default '',
  settings jsonb not null default '{}',
  version int not null default 0,
  primary key (realm_id, thing_id)
);
call audit_table('thing', 'thing', '{thing_id}', '{name,settings}', '{secret}');
