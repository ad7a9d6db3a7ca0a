-- How often a job was tried before it was set aside.
alter table jobs_set_aside
  add column attempts int not null default 1;
