-- Links of the operator with which somebody may create an organization, once.
create table creation_invitation (
  -- SHA-256 of what is in the link.
  token_hash bytea primary key,
  expires_at timestamptz not null
);

comment on table creation_invitation is 'Invitations of the operator to create an organization; links as hashes';

-- Organizations that somebody wants to create who has not confirmed the address, and those that came of it lately.
create table organization_creation (
  -- SHA-256 of what is in the link that was sent.
  token_hash bytea primary key,
  email text not null,
  full_name text not null,
  name text not null,
  subdomain text not null,
  -- Null where nobody needs an invitation.
  invitation_hash bytea,
  expires_at timestamptz not null,
  -- Null until the organization is created.
  created_at timestamptz
);

create index organization_creation_expiry on organization_creation (expires_at);

comment on table organization_creation is 'Organizations that people want to create on the page for it; links as hashes';

-- E-mail about an organization that does not exist yet belongs to none, which is 0.
-- contracts: 0060 the release before only inserts e-mail of organizations that there are
alter table mail drop constraint mail_realm_id_fkey;
