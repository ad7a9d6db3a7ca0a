/** How the list of templates shows those of the demo, by key, and what the earlier revision of the first one said. */
export const demoTemplateNames: Record<string, { name: string; group: string; description: string }> = {
  'herinnering-mail': { name: 'Eerste herinnering', group: 'Herinneringen', description: 'Vriendelijke eerste mail met betaallink.' },
  'laatste-herinnering-mail': { name: 'Laatste herinnering', group: 'Herinneringen', description: 'Na eerdere mail en telefoon.' },
  'herinnering-sms': { name: 'Herinnering per sms', group: 'Herinneringen', description: 'Kort, met betaallink.' },
  'herinnering-brief': { name: 'Herinnering per brief', group: 'Herinneringen', description: 'Op papier, zonder link.' },
  'betaallink-mail': { name: 'Betaallink per mail', group: 'Betaallinks', description: 'Stuurt de medewerker na een gesprek.' },
  'betaallink-sms': { name: 'Betaallink per sms', group: 'Betaallinks', description: 'Stuurt de medewerker na een gesprek.' },
  'ontvangen-sms': { name: 'Wij zoeken het uit', group: 'Antwoorden', description: 'Voor sms en de chat.' },
  'dossiernummer-sms': { name: 'Vraag het dossiernummer', group: 'Antwoorden', description: 'Voor sms en de chat.' },
  'herinnering-whatsapp': { name: 'Herinnering per WhatsApp', group: 'Herinneringen', description: 'Met een knop om te betalen.' },
  'keuze-whatsapp': {
    name: 'Keuze per WhatsApp',
    group: 'Herinneringen',
    description: 'Drie knoppen; het script gaat verder bij wat iemand drukt.',
  },
  'betaallink-whatsapp': { name: 'Betaallink per WhatsApp', group: 'Betaallinks', description: 'Stuurt de medewerker na een gesprek.' },
  'herinnering-voicemail': { name: 'Voicemail', group: 'Bellen', description: 'Vraagt om terug te bellen, en noemt de schuld niet.' },
  'keuze-gesprek': { name: 'Keuzegesprek: begin', group: 'Bellen', description: 'Noemt de schuld niet; daarna vraagt de stem cijfers.' },
  'vordering-gesprek': { name: 'Keuzegesprek: vordering', group: 'Bellen', description: 'Alleen voor wie zich met cijfers bekend maakte.' },
  'betaalwijzen-gesprek': { name: 'Keuzegesprek: manieren van betalen', group: 'Bellen', description: 'Achter toets 3.' },
  'herinnering-gesprek': { name: 'Inspreektekst', group: 'Bellen', description: 'Noemt de schuld niet: een huisgenoot kan opnemen.' },
}

export const earlierSubjects = {
  nl: 'Factuur {{factuurnummer}} is nog niet betaald',
  eng: 'Invoice {{factuurnummer}} has not been paid yet',
  fr: 'La facture {{factuurnummer}} n’est pas encore payée',
}
