-- When an organization began to require a second factor of those of whom it does now; null while it requires none.
alter table realm add column second_factor_since timestamptz;
