-- A part of a number or address is found without reading the whole list.
create index blacklist_parts on blacklist using gin (value gin_trgm_ops);
