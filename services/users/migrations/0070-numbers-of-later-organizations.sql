-- Tables that are partitioned by organization keep what there is in a partition of its own, for numbers below this
-- (docs/adr/0050-partitions-by-organization.md). Where there are none yet, they begin at 1.
select setval('realm_realm_id_seq', 999999999) from realm_realm_id_seq
where last_value < 999999999 and exists (select from realm);
