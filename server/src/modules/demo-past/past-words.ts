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
