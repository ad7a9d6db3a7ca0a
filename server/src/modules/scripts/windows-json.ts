/** SQL: the time windows of a script in the words of the contract. `script` is the alias of the scripts table. */
export const windowsJson = (script: string) => `(
  select coalesce(json_agg(json_build_object('start', to_char(w.starts, 'HH24:MI'), 'end', to_char(w.ends, 'HH24:MI'), 'weekdays', w.weekdays, 'channels', w.channels) order by w.starts), '[]')
  from script_windows sw join time_windows w on w.customer_id = sw.customer_id and w.id = sw.window_id
  where sw.customer_id = ${script}.customer_id and sw.script_id = ${script}.id)`
