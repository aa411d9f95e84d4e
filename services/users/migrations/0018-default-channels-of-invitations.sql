-- Whether who accepts begins with the organization's default channels too; invitations from before do.
alter table invitation add column include_defaults boolean not null default true;
-- Whether the account began with them. Only read of new accounts.
alter table account add column joins_default_channels boolean not null default true;
