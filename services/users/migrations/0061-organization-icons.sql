-- Picture of an organization, a square as WebP. Its secret is part of its address, so that a new one has another.
create table realm_icon (
  realm_id bigint primary key references realm,
  secret text not null,
  content_type text not null,
  bytes bytea not null
);
comment on table realm_icon is 'Pictures that organizations uploaded of themselves';
call audit_table('realm_icon', 'organization_icon', '{}', '{}', '{secret}');
