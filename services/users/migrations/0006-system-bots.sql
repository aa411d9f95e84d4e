-- Bots that belong to the server; every organization has the same ones, and nobody can be them.
alter table account add column is_system_bot boolean not null default false;

update realm_version set version = version + 1;

insert into account (realm_id, delivery_email, full_name, role, is_bot, bot_type, is_system_bot, version, auth_version)
select realm_id, bot.email, bot.full_name, 400, true, 1, true, realm_version.version, realm_version.auth_version
from realm_version
cross join (
  values
    ('notification-bot@system.invalid', 'Notification Bot'),
    ('welcome-bot@system.invalid', 'Welcome Bot'),
    ('emailgateway@system.invalid', 'Email Gateway')
) as bot (email, full_name)
on conflict do nothing;
