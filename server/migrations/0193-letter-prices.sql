-- What the print shop asks for a letter, in cents of a euro; empty: nobody knows. A letter keeps the price of the
-- moment at which it was handed over, for the report of costs. docs/decisions/0064-letters.md.
alter table print_shops add column letter_cents int check (letter_cents between 0 and 100000);
alter table letters add column price_cents int;
create index letters_handed_over on letters (customer_id, queued_at) where state = 'handedOver';
