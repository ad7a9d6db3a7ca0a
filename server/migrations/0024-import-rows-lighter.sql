-- Nothing looks for a staged row by its case number: duplicates are found while the file is read. Every row of a file paid for it twice, when it came and when it went.
drop index import_rows_number;
