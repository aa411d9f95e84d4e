alter table mail_batch
  -- Messages of topics and channels noted since the last e-mail: beyond some hundreds no more are.
  add column noted bigint not null default 0;
