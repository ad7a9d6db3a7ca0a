-- Staged rows hold what files say of people, so they are behind row-level security like every row of a customer.
-- PostgreSQL refuses COPY FROM into a table with policies, and COPY is what makes an import fast: the rows come in by a
-- partition of their own, into which the application may insert and nothing else (platform/db/app-role.ts). They are
-- read, changed and removed through the parent, where the policy stands.
alter table import_rows rename to former_import_rows;
drop index import_rows_order;
create table import_rows (
  customer_id bigint not null,
  like former_import_rows including defaults
) partition by list (customer_id);
create unlogged table import_rows_staged partition of import_rows default;
insert into import_rows
select i.customer_id, r.*
from former_import_rows r
join imports i on i.id = r.import_id;
drop table former_import_rows;
create index import_rows_order on import_rows (customer_id, import_id, check_no, row_no);
select protect_by_customer('import_rows');
