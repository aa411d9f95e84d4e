-- Addresses that lead to an organization besides its subdomain: those that it had before, and domains of its own
-- (docs/hosting.md#addresses). The former have no dot, the latter do.
create table realm_address (
  realm_id bigint not null,
  address text not null,
  -- Of a domain: what its TXT record has to say before it leads here.
  token text not null,
  -- Null for a domain that has not said so yet.
  proven_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (realm_id, address)
);

create unique index realm_address_proven on realm_address (address) where proven_at is not null;

comment on table realm_address is 'Addresses that lead to an organization: earlier subdomains and domains of its own';

alter table realm
  -- The own domain to which all other addresses lead; empty for the subdomain.
  add column main_domain text not null default '',
  -- Since which everybody has another API e-mail address.
  add column renamed_version bigint not null default 0;

call audit_table('realm_address', 'address', '{address}', '{proven_at}', '{token}');

drop trigger audit_insert on realm;
drop trigger audit_update on realm;
drop trigger audit_delete on realm;
call audit_table('realm', 'organization', '{}',
  '{subdomain,main_domain,name,description,deactivated,suspension_reason,plan,limits,settings,user_settings_defaults}',
  '{identity_providers}');
