-- The picture of a text's own on the card of its payment link stands with its other files. Chat apps fetch it by
-- what it is, without an account; nothing else among these files has such an address.
alter table template_files drop constraint template_files_kind_check;
alter table template_files add constraint template_files_kind_check
  check (kind in ('image', 'document', 'video', 'card'));
alter table template_files
  add column width int check (width > 0),
  add column height int check (height > 0),
  add column card_hash text generated always as (
    case when kind = 'card' then encode(sha256(content), 'hex') end) stored,
  add constraint template_files_card_size check (kind <> 'card' or (width is not null and height is not null));
create index template_files_by_card on template_files (card_hash) where card_hash is not null;
