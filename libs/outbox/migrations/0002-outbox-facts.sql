-- What consumers decide by without reading the events, as JSON; null in rows of releases that wrote none.
alter table outbox add column facts text;
