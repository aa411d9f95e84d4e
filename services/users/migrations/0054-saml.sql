-- Identity providers of an organization that speak SAML, beside the others so that the release before can read those; they
-- hold nothing secret.
alter table realm add column saml_providers jsonb not null default '[]';

-- Who somebody is at the provider with which the session was begun, as {providerId, issuer, nameId, nameIdFormat,
-- sessionIndex}, so that either side can end both; null for all other sessions.
alter table browser_session add column saml_session jsonb;
alter table log_in_token add column saml_session jsonb;

-- Messages of providers that speak SAML: none works twice. What a response says waits here for the browser that it is about.
create table saml_message (
  realm_id bigint not null,
  issuer text not null,
  message_id text not null,
  -- SHA-256 of what the browser has, and what was said, sealed; null once it was taken, and for what nobody waits for.
  token_hash bytea,
  sealed text,
  received_at timestamptz not null,
  primary key (realm_id, issuer, message_id)
);

create unique index saml_message_token on saml_message (realm_id, token_hash);
create index saml_message_received on saml_message (realm_id, received_at);

comment on table saml_message is 'Messages of SAML identity providers, for as long as they would be good again; tokens as hashes';

-- What an entry of the audit log says of an organization's own providers: only that they changed.
drop trigger audit_insert on realm;
drop trigger audit_update on realm;
drop trigger audit_delete on realm;
call audit_table('realm', 'organization', '{}',
  '{subdomain,main_domain,name,description,deactivated,suspension_reason,plan,limits,settings,user_settings_defaults}',
  '{identity_providers,saml_providers}');
