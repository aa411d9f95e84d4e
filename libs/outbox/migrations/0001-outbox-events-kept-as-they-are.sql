-- A bundle is read once, if ever, and deleted within the hour: compressing it costs more than the bytes it saves (docs/performance.md, Messages).
alter table outbox alter column events set storage external;
