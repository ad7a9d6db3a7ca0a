-- A customer has accounts at AcceptEmail and MailToPay, which take payment requests: a page of the provider for each.
alter table providers
  drop constraint providers_channel_check,
  add constraint providers_channel_check check (
    channel in ('call', 'email', 'sms', 'whatsapp', 'payment', 'acceptemail', 'mailtopay')),
  drop constraint providers_kind_check,
  add constraint providers_kind_check check (
    kind in ('simulated', 'smtp', 'imap', 'smpp', 'cm', 'messagebird', 'twilio', 'whatsapp-cloud', 'web-pairing',
      'speech-http', 'mollie', 'acceptemail', 'mailtopay'));
