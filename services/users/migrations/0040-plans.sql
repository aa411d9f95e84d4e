-- What an organization may have: its plan, and what is limited otherwise for it than the plan says.
alter table realm add column plan text not null default 'self_hosted';
alter table realm add column limits jsonb not null default '{}';
