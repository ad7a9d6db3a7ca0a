-- How many files of somebody are being checked is asked before each check.
create index imports_being_checked on imports (asked_by) where status in ('reading', 'checking');
