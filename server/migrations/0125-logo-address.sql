-- A logo has an address of its own, by what it is: a page names it instead of carrying it,
-- and a browser keeps it for ever.
alter table letterheads add column logo_hash text generated always as (encode(sha256(logo), 'hex')) stored;
create index letterheads_by_logo on letterheads (logo_hash) where logo_hash is not null;
