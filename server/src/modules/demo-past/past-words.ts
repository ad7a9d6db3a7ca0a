type Words = readonly [string, ...string[]]

/** What colleagues of the demo wrote down, in the language in which they work. */
export const notes: Words = [
  'Mevrouw belde: wacht op toeslag, betaalt zodra die binnen is.',
  'Verhuisd per vorige maand, nieuw adres doorgegeven aan de opdrachtgever.',
  'Meneer zegt de brief niet te hebben ontvangen. Kopie factuur per e-mail gestuurd.',
  'Spreekt liever Engels, vraagt om uitleg per e-mail.',
  'Partner aan de lijn, geen inhoudelijke informatie gegeven.',
  'Is overdag op het werk, na 16.00 uur bereikbaar.',
  'Heeft contact met de opdrachtgever over een creditnota.',
  'Vraagt om een specificatie van de kosten. Gestuurd.',
  'Geeft aan net nieuw werk te hebben, eerste loon eind van de maand.',
  'Automatische incasso bleek gestorneerd door de bank.',
  'Bewindvoerder genoemd, stukken nog niet ontvangen.',
  'Klinkt overspannen, rustig gehouden. Geen druk zetten.',
  'Wil een betalingsregeling van drie termijnen, eerste termijn na ontvangst salaris.',
  'Heeft de factuur nooit ontvangen, vraagt om kopie en specificatie.',
  'Zegt de betaling vorige week te hebben gedaan, stuurt betaalbewijs.',
  'Betwist de hoogte van de incassokosten, uitleg over de wettelijke kosten gegeven.',
  'Vraagt uitstel tot het vakantiegeld binnen is.',
  'Abonnement is opgezegd volgens meneer, opzegging wordt nagezonden.',
  'Betaallink werkte niet op de telefoon, nieuwe betaallink gestuurd.',
  'Ontvangt een uitkering, regeling van kleine termijnen besproken.',
  'Termijn gemist door ziekte, regeling blijft staan.',
  'Loopt een traject bij schuldhulp van de gemeente, bewijs van aanmelding gevraagd.',
  'Vraagt om de betaling te splitsen in twee termijnen, akkoord.',
  'Meterstand klopt niet volgens mevrouw, opdrachtgever gevraagd om controle.',
  'Creditnota van de opdrachtgever nog niet verwerkt, dossier gepauzeerd.',
  'Uitgelegd waar de factuur over gaat, betaling toegezegd voor het weekend.',
  'Geen geld tot de toeslag komt, boos over de herinnering.',
  'Wil liever per WhatsApp contact, voorkeur aangepast.',
  'Kon de specificatie niet openen, opnieuw per e-mail gestuurd.',
  'Pakket nooit geleverd volgens klant, navraag bij de opdrachtgever loopt.',
  'Heeft een klacht over eerdere telefoontjes, excuses gemaakt.',
  'Salaris later dan verwacht, betaling schuift een week op.',
]

export const bookingNotes: Words = [
  'Bankafschrift',
  'Overboeking door debiteur',
  'Gestort bij opdrachtgever, doorgegeven',
  'Spoedoverboeking',
]

export const callbackNotes: Words = [
  'Zit in overleg, graag terugbellen.',
  'Wil eerst de factuur opzoeken.',
  'Rijdt auto, terugbellen afgesproken.',
  'Wil partner erbij hebben.',
]

export const promiseNotes: Words = [
  'Betaalt na ontvangst loon.',
  'Betaalt zodra de toeslag binnen is.',
  'Zegt toe het vandaag of morgen over te maken.',
  'Wil in één keer voldoen, heeft even uitstel nodig.',
]

export const disputes: Words = [
  'Zegt het abonnement in het voorjaar te hebben opgezegd en stuurt het bewijs.',
  'Betwist de meterstand op de eindafrekening.',
  'Zegt al bij de opdrachtgever te hebben betaald.',
  'Heeft de geleverde dienst niet ontvangen.',
  'Factuur staat op naam van de vorige bewoner.',
]

export const complaints: Words = [
  'Vindt dat te vaak is gebeld en wil een schriftelijke reactie.',
  'Klaagt over de toon van het laatste gesprek.',
  'Ontving een herinnering terwijl een betalingsregeling liep.',
  'Zegt dat gegevens aan een huisgenoot zijn verteld.',
]

export const outcomes: Words = [
  'Opdrachtgever bevestigt de vordering; debiteur heeft de stukken gekregen.',
  'Uitgelegd en excuses aangeboden; dossier gaat verder.',
  'Meterstand nagekeken, bedrag klopt. Debiteur is akkoord.',
  'Betaling niet gevonden; debiteur is geïnformeerd.',
]

/** What debtors of the demo wrote back, each in their own language. */
export const writtenBack: Record<'nl' | 'eng' | 'fr', Words> = {
  nl: [
    'Kan ik in twee termijnen betalen? Mijn salaris komt pas eind van de maand.',
    'Ik heb deze factuur vorige week al betaald. Kunt u dat nakijken?',
    'De betaallink werkt niet op mijn telefoon. Kunt u een nieuwe betaallink sturen?',
    'Ik wil graag een regeling van drie termijnen, in één keer lukt niet.',
    'Ik heb nooit een factuur ontvangen. Kunt u een kopie van de factuur sturen?',
    'Waarom zijn er incassokosten bij gekomen? Ik kreeg geen herinnering.',
    'Ik wacht nog op mijn toeslag. Zodra de toeslag binnen is betaal ik.',
    'Dit abonnement heb ik opgezegd. De opzegging stuur ik nogmaals mee.',
    'De meterstand op de eindafrekening klopt niet, dus de factuur ook niet.',
    'Het pakket is nooit geleverd. Ik betaal niet voor iets wat niet geleverd is.',
    'Ik zit in de schuldhulp bij de gemeente. Mijn bewindvoerder neemt contact op.',
    'De betaling is gedaan, het betaalbewijs stuur ik mee.',
    'Kunt u mij na vijf uur bellen? Overdag ben ik op het werk.',
    'Kunt u uitleg geven over dit bedrag? De specificatie ontbreekt.',
    'Door ziekte heb ik minder inkomen. Is uitstel mogelijk tot het vakantiegeld?',
    'Ik ben verhuisd, de herinnering ging naar mijn oude adres.',
  ],
  eng: [
    'Could I pay in two instalments? My salary arrives at the end of the month.',
    'I already paid this invoice last week. Can you check the payment?',
    'The payment link does not open on my phone. Please send a new payment link.',
    'I never received the invoice. Could you send a copy of the invoice?',
    'I cancelled this subscription in spring, so this invoice is not correct.',
    'Why were collection costs added? I received no reminder.',
  ],
  fr: [
    'Puis-je payer en deux échéances ? Mon salaire arrive en fin de mois.',
    "J'ai déjà payé cette facture. Pouvez-vous vérifier le paiement ?",
    'Le lien de paiement ne fonctionne pas sur mon téléphone.',
    "Je n'ai jamais reçu la facture. Pouvez-vous envoyer une copie de la facture ?",
  ],
}
