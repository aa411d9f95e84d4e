-- What is written down when it changes (docs/subsystems/audit.md#what-is-written-down): the table, what a row of it is, by
-- which columns one knows it, which are shown, and of which only that they changed.
call audit_table('realm', 'organization', '{}',
  '{subdomain,name,description,deactivated,suspension_reason,plan,limits,settings,user_settings_defaults}',
  '{identity_providers}');
call audit_table('account', 'user', '{user_id}',
  '{delivery_email,email_visibility,full_name,role,is_active,is_bot,bot_type,bot_owner_id,timezone,avatar_source,settings,profile_data,can_create_users,can_change_user_emails,rate_limits,default_sending_channel_id,default_events_register_channel_id,default_all_public_streams}',
  '{bot_config,alert_words,muted_users}');
call audit_table('password', 'password', '{user_id}', '{}', '{hash}');
call audit_table('api_key', 'api_key', '{user_id}', '{}', '{key}');
call audit_table('webhook', 'webhook', '{user_id}', '{name,interface}', '{url,token}');
call audit_table('user_group', 'user_group', '{group_id}', '{name,description,is_system,deactivated,creator_id,settings}', '{}');
call audit_table('group_member', 'user_group_member', '{group_id,user_id}', '{}', '{}');
call audit_table('group_subgroup', 'user_group_subgroup', '{group_id,subgroup_id}', '{}', '{}');
call audit_table('linkifier', 'linkifier', '{linkifier_id}', '{pattern,url_template,position}', '{}');
call audit_table('realm_domain', 'domain', '{domain}', '{allow_subdomains}', '{}');
call audit_table('profile_field', 'profile_field', '{field_id}',
  '{name,hint,kind,field_data,position,in_summary,required,editable}', '{}');
call audit_table('realm_emoji', 'emoji', '{emoji_id}', '{name,author_id,deactivated}', '{}');
call audit_table('playground', 'playground', '{playground_id}', '{name,pygments_language,url_template}', '{}');
call audit_table('invitation', 'invitation', '{invitation_id}',
  '{email,invited_by,role,channel_ids,group_ids,expires_at,include_defaults,welcome_text}', '{}');
call audit_table('email_change', 'email_change', '{user_id}', '{email}', '{}');
call audit_table('password_reset', 'password_reset', '{user_id}', '{email,expires_at}', '{}');
call audit_table('external_identity', 'external_identity', '{issuer,subject}', '{user_id}', '{}');
call audit_table('browser_session', 'session', '{user_id,session_id}', '{client,address}', '{}');
