-- Organizations that are taken in from an archive and are not complete yet (docs/export.md#taking-an-archive-in).
create table importing_realm (
  realm_id bigint primary key references realm,
  -- Of which what cannot be guessed in addresses of pictures is made, so that each page of rows may be taken in twice.
  key text not null,
  -- Nothing may reach anybody outside.
  sandbox boolean not null
);

comment on table importing_realm is 'Organizations that are taken in from an archive and are not complete yet';
