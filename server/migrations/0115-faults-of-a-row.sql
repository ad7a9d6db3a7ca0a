-- A refused row says all that is wrong with it, so that it is mended once.
alter table import_rows add column faults jsonb;
update import_rows
set faults = jsonb_build_array(jsonb_build_object('reason', reason, 'column', reason_column, 'value', reason_value))
where reason is not null;
alter table import_rows drop column reason, drop column reason_column, drop column reason_value;

update imports
set issues = (
    select jsonb_agg(
      jsonb_build_object('row', issue -> 'row', 'faults', jsonb_build_array(issue - 'row')) order by place
    )
    from jsonb_array_elements(issues) with ordinality as each_issue(issue, place)
  )
where issues <> '[]';
update imports
set preview = (
    select jsonb_agg(
      line - 'reason'
        || jsonb_build_object('reasons', jsonb_path_query_array(line, '$.reason ? (@ != null)')) order by place
    )
    from jsonb_array_elements(preview) with ordinality as each_line(line, place)
  )
where preview <> '[]';
