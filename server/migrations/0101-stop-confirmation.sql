-- Who asks by STOP to get no more SMS is told once that it is so, where the customer wants that.
alter table customers add column stop_confirmation boolean not null default false;
alter table communications add column confirms_stop boolean not null default false;
