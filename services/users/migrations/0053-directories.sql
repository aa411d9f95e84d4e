-- The directory with whose names and passwords people of an organization log in; the password of the account that
-- searches is sealed with a key that follows from the installation's.
create table directory (
  realm_id bigint primary key references realm,
  settings jsonb not null,
  -- Null when nobody searches.
  sealed_password text,
  -- When the latest synchronisation began, whoever asked for it, and what it did; null before the first.
  synced_at timestamptz,
  sync jsonb
);

comment on table directory is 'The directory with whose names and passwords people of an organization log in';

-- What is known of people of a directory beyond who they are.
create table directory_person (
  realm_id bigint not null,
  user_id bigint not null,
  -- When the entry was changed of which the picture was taken last, as the directory writes it.
  picture_stamp text,
  -- By which a picture is known that the account was given; null for none.
  picture_hash text,
  -- When the account was deactivated because the directory lacks the person; null when it has.
  gone_at timestamptz,
  primary key (realm_id, user_id),
  foreign key (realm_id, user_id) references account
);

comment on table directory_person is 'What is known of people of a directory beyond who they are';

call audit_table('directory', 'directory', '{}', '{settings}', '{sealed_password}');
