-- What another service is still to be asked for, as the name and the input of its operation; null once the action is done.
alter table operator_action add column call jsonb;
-- From then on somebody else may finish it.
alter table operator_action add column due_at timestamptz;
-- Number of those who have begun to finish it after the first.
alter table operator_action add column tries int not null default 0;
