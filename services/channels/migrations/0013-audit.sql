-- What is written down when it changes (docs/subsystems/audit.md#what-is-written-down).
call audit_table('channel', 'channel', '{id}',
  '{name,description,creator_id,is_private,is_web_public,is_archived,is_default,history_public_to_subscribers,topics_policy,message_retention_days,folder_id,permissions}',
  '{}');
call audit_table('subscription', 'subscription', '{user_id,channel_id}', '{active}', '{}');
call audit_table('channel_folder', 'channel_folder', '{id}', '{name,description,creator_id,is_archived,position}', '{}');
