-- How many files of somebody are being checked is asked at each upload.
create index imports_being_checked on imports (created_by) where status in ('reading', 'checking');
