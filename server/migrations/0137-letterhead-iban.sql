-- The account on which a customer takes what people transfer themselves; empty: it names none.
alter table letterheads add column iban text not null default '';
