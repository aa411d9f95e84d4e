-- Who may not join an organization (docs/behaviour/organization.md#block-list): addresses, and domains with their subdomains; lower case.
create table blocked_address (
  realm_id bigint not null references realm,
  pattern text not null,
  blocked_at timestamptz not null,
  primary key (realm_id, pattern)
);

comment on table blocked_address is 'Addresses and domains of which nobody may join';
call audit_table('blocked_address', 'blocked_address', '{pattern}', '{blocked_at}', '{}');
