-- Domains of which addresses may join an organization that restricts them; lower case.
create table realm_domain (
  realm_id bigint not null references realm,
  domain text not null,
  allow_subdomains boolean not null,
  primary key (realm_id, domain)
);
