-- When a variable was last given its standard value, or set by hand: what is reset daily is reset once a day, also when nothing ran at that minute.
alter table script_variables add column reset_on date not null default (now() at time zone 'Europe/Amsterdam')::date;

-- In the audit log stand the changes themselves, not that a part of a script was touched.
do $$ declare t text; op text; begin
  foreach t in array array['script_variables', 'scripts'] loop
    foreach op in array array['insert', 'update', 'delete'] loop execute format('drop trigger audit_%s on %I', op, t); end loop;
  end loop;
end $$;
select audit_table('script_variables', 'scriptVariable', 'script_id,key', '', 'reset_on');
select audit_table('scripts', 'script', 'id', '', 'changed_at,version,times_version,variables_version,mapping_version,fields_version');
