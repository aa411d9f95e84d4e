create table part (
  realm_id bigint not null,
  thing_id bigint not null,
  place text,
  size int,
  unique nulls not distinct (realm_id, thing_id, place)
);
call audit_table('part', 'part', '{thing_id,place}', '{size}', '{}');
