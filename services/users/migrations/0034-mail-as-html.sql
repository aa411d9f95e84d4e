-- What mail programs show instead of the text; null for e-mail that the release before wrote.
alter table mail add column html text;
