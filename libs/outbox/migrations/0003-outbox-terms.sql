create table outbox_term (
  term bigint primary key,
  -- Names the server that the term is valid on: another one, or the same one after a start, has another time.
  server_started_at timestamptz not null,
  began_at timestamptz not null default now(),
  lost_bundles bigint not null default 0
);
comment on table outbox_term is 'Terms of writing: one for each server that the service has written on, each only after a comparison with the stream';

create table outbox_forgotten (
  realm_id bigint primary key,
  id bigint not null,
  created_at timestamptz not null
);
comment on table outbox_forgotten is 'The newest row of each organization that was deleted from the outbox';

-- The term that is being written in; none before the first. Refuses to write on a server that nobody has begun one on.
create function outbox_term() returns bigint language plpgsql stable as $$
declare
  latest outbox_term;
begin
  select * into latest from outbox_term order by term desc limit 1;
  if latest.server_started_at <> pg_postmaster_start_time() then
    raise exception 'Nobody has compared this server with the stream of events yet.' using errcode = '57P03';
  end if;
  return latest.term;
end
$$;

alter table outbox add column term bigint;
alter table outbox alter column term set default outbox_term();
