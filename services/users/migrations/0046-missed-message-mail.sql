alter table mail
  -- E-mail that many people get at once: it lets all other e-mail go first.
  add column is_bulk boolean not null default false,
  -- Where a mail program ends such e-mail by one click (RFC 8058); forgotten with the text.
  add column unsubscribe_url text;

create index mail_due_in_turn on mail (is_bulk, next_try_at) where next_try_at is not null;
create index mail_bulk_finished on mail (created_at) where is_bulk and next_try_at is null;

-- What has been mailed to people who missed messages, by a key that whoever asks has made, so that asking again mails nothing twice.
create table missed_batch (
  realm_id bigint not null,
  user_id bigint not null,
  key uuid not null,
  message_ids bigint[] not null,
  created_at timestamptz not null,
  primary key (realm_id, user_id, key),
  foreign key (realm_id, user_id) references account
);

create index missed_batch_age on missed_batch (created_at);

comment on table missed_batch is 'Which missed messages were mailed to somebody under which key, so that nothing is mailed twice';

-- Links of e-mail that end e-mail of that kind.
create table mail_unsubscription (
  realm_id bigint not null,
  -- SHA-256 of what the link ends with.
  token_hash bytea not null,
  user_id bigint not null,
  -- Why the e-mail came.
  reasons text[] not null,
  -- The channel that it was about; null for a direct conversation.
  channel_id bigint,
  expires_at timestamptz not null,
  primary key (realm_id, token_hash),
  foreign key (realm_id, user_id) references account
);

create index mail_unsubscription_end on mail_unsubscription (expires_at);

comment on table mail_unsubscription is 'Links of e-mail with which somebody ends e-mail of that kind, as hashes';
