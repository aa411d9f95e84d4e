-- Identity providers that an organization has for itself, in the order in which the page to log in shows them; their
-- secrets are sealed with a key that follows from the installation's.
alter table realm add column identity_providers jsonb not null default '[]';
