-- Which customers the simulated debtors of the demo belong to: a database may have others beside them.
alter table customers add is_demo boolean not null default false;
