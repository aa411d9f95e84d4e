-- What is written down when it changes (docs/subsystems/audit.md#what-is-written-down). Messages have a history of their own.
call audit_table('realm_export', 'export', '{id}', '{type,acting_user_id,state}', '{}');
