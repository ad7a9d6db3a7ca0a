-- What a payer chose on the page of a link, so that who says to have paid is told apart from who disputes the claim.
alter table complaints
  add column reason text constraint complaints_reason_check check (reason in ('paid', 'amount', 'notMine'));

-- What was written before begins with the words that were chosen, in the language of the page.
update complaints x
set reason = r.reason
from (values
  ('paid', 'Ik heb al betaald'), ('paid', 'I have paid already'), ('paid', 'J’ai déjà payé'),
  ('amount', 'Het bedrag klopt niet'), ('amount', 'The amount is wrong'), ('amount', 'Le montant est incorrect'),
  ('notMine', 'Deze factuur is niet voor mij'), ('notMine', 'This invoice is not for me'),
  ('notMine', 'Cette facture ne me concerne pas')) as r(reason, words)
where x.kind = 'dispute' and x.by_user = '' and (x.text = r.words or starts_with(x.text, r.words || ': '));
