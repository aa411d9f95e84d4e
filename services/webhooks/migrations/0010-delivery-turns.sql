-- Organizations take turns: which of them have deliveries that are not finished, and what is due first in each (docs/subsystems/webhooks.md).
create index delivery_due_of_realm on delivery (realm_id, next_attempt_at) where state in ('pending', 'replying');
