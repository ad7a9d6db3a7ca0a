/** SQL: the time windows of a script in the words of the contract. `script` is the alias of the scripts table. */
export const windowsJson = (script: string) => `(
  select coalesce(json_agg(json_build_object('start', to_char(starts, 'HH24:MI'), 'end', to_char(ends, 'HH24:MI'), 'weekdays', weekdays, 'channels', channels) order by starts), '[]')
  from time_windows where customer_id = ${script}.customer_id and script_id = ${script}.id)`
