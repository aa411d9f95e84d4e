-- The form that a bot offers with its reply, as JSON text (docs/subsystems/webhooks.md).
alter table delivery add column reply_widget text;
