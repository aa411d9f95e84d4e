-- What the Welcome Bot writes to who accepts; null for the organization's own text.
alter table invitation add column welcome_text text;
