-- The trace of the request that the delivery follows from (W3C Trace Context); null while requests are not traced.
alter table delivery add column traceparent text;
