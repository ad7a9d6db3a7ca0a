-- Names are found without their accents and with their words in any order (server/sql/case-search.sql).
create extension if not exists unaccent;
drop function search_case_ids(bigint, text, text, text, text);

update case_search
set terms = unaccent(normalize(terms))
where terms <> unaccent(normalize(terms));
