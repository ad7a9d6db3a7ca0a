// Words that say nothing of which field it is: articles, units, currencies.
const idle = new Set(
  'de het een van the of a le la les l du des d en et in op per eur euro euros incl inclusief btw vat tva excl bedrag_eur'.split(' '),
)

// Abbreviations of exports, each with the word that it stands for.
const whole: Readonly<Record<string, string>> = {
  nr: 'nummer',
  no: 'nummer',
  num: 'nummer',
  numero: 'nummer',
  number: 'nummer',
  n: 'nummer',
  id: 'nummer',
  code: 'nummer',
  deb: 'debiteur',
  debtor: 'debiteur',
  debiteuren: 'debiteur',
  debiteurs: 'debiteur',
  klanten: 'klant',
  kl: 'klant',
  cust: 'customer',
  tel: 'telefoon',
  telf: 'telefoon',
  telnr: 'telefoon',
  phone: 'telefoon',
  telephone: 'telefoon',
  mob: 'mobiel',
  mobile: 'mobiel',
  mobiele: 'mobiel',
  gsm: 'mobiel',
  portable: 'mobiel',
  fact: 'factuur',
  fac: 'factuur',
  fct: 'factuur',
  inv: 'factuur',
  invoice: 'factuur',
  facture: 'factuur',
  dat: 'datum',
  dt: 'datum',
  date: 'datum',
  bedr: 'bedrag',
  amt: 'bedrag',
  amount: 'bedrag',
  montant: 'bedrag',
  openstaande: 'open',
  openstaand: 'open',
  outstanding: 'open',
  ouvert: 'open',
  restant: 'open',
  resterend: 'open',
  opm: 'opmerking',
  opmerkingen: 'opmerking',
  remark: 'opmerking',
  remarks: 'opmerking',
  remarque: 'opmerking',
  remarques: 'opmerking',
  comment: 'opmerking',
  comments: 'opmerking',
  commentaire: 'opmerking',
  notitie: 'opmerking',
  notities: 'opmerking',
  note: 'opmerking',
  notes: 'opmerking',
  naw: 'naam',
  name: 'naam',
  nom: 'naam',
  mail: 'email',
  mailadres: 'email',
  emailadres: 'email',
  courriel: 'email',
  verv: 'verval',
  vervaldag: 'vervaldatum',
  adr: 'adres',
  address: 'adres',
  adresse: 'adres',
}

// Of which compound headings are made: debiteurnaam, factuurnr, invoiceamount.
const parts = [
  ...new Set([
    ...Object.entries(whole).flat(),
    ...'debiteur klant customer client factuur dossier zaak naam nummer datum bedrag telefoon mobiel email adres verval open saldo post huis'.split(
      ' ',
    ),
  ]),
]
  .filter((word) => word.length > 1)
  .sort((left, right) => right.length - left.length)

/** What a heading is compared by beside its letters: its words in full, sorted, so that "Bedrag open (EUR)" and "openstaand bedrag" are one. */
export function headingWords(heading: string): string {
  const words = heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/e-mail/g, 'email')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !idle.has(word))
    .flatMap((word) => whole[word] ?? splitCompound(word) ?? word)
    .map((word) => whole[word] ?? word)
  return [...new Set(words)].sort().join(' ')
}

// Greedy and all or nothing: a word of which a letter remains is left alone.
function splitCompound(word: string): string[] | null {
  const found: string[] = []
  for (let rest = word; rest !== ''; ) {
    const part = parts.find((known) => rest.startsWith(known))
    if (part === undefined) return null
    found.push(part)
    rest = rest.slice(part.length)
  }
  return found.length > 1 ? found : null
}

/** Other words of exports for the fields that the product comes with; a script's own field of that key is known by them too. */
export const headingPhrases: Readonly<Record<string, readonly string[]>> = {
  dossiernummer: ['dossier', 'zaak nummer', 'case number', 'file number', 'dossier nummer incasso'],
  klantnummer: ['debiteur nummer', 'debiteur', 'klant nummer', 'customer number', 'client number', 'relatie nummer', 'account number'],
  achternaam: [
    'naam debiteur',
    'naam klant',
    'customer name',
    'client name',
    'naam contactpersoon',
    'volledige naam',
    'full name',
    'nom complet',
  ],
  bedrijfsnaam: ['naam bedrijf', 'naam organisatie', 'company name', 'firma', 'firma naam', 'nom société'],
  straat: ['straat naam', 'adres straat', 'adres regel 1', 'address line 1'],
  plaats: ['woonplaats naam', 'adres plaats', 'localité'],
  postcode: ['post nummer', 'adres postcode', 'zip'],
  telefoon1: [
    'telefoon nummer',
    'telefoon vast',
    'vaste telefoon',
    'telefoon privé',
    'telefoon thuis',
    'telefoon overdag',
    'home telefoon',
    'telefoon debiteur',
    'téléphone fixe',
  ],
  telefoon2: ['telefoon werk', 'telefoon zakelijk', 'work phone', 'telefoon 2'],
  mobiel: ['telefoon mobiel', 'mobiel nummer', 'telefoon mobiel nummer', 'mobiel debiteur'],
  email: ['email', 'email adres', 'email debiteur', 'email klant'],
  factuurnummer: ['factuur', 'factuur nummer', 'invoice ref', 'document nummer', 'boekstuk nummer', 'boekstuk'],
  factuurdatum: ['factuur datum', 'document datum', 'boekdatum'],
  vervaldatum: ['verval datum', 'due date', 'datum verval', 'betalen voor', 'uiterste betaal datum', 'payment due date', 'date échéance'],
  openstaand: [
    'open bedrag',
    'open',
    'saldo',
    'open saldo',
    'open post',
    'bedrag te betalen',
    'te betalen',
    'nog te betalen',
    'bedrag factuur',
    'bedrag verschuldigd',
    'verschuldigd',
    'amount due',
    'balance due',
    'open balance',
    'solde dû',
    'montant dû',
    'restant',
  ],
  hoofdsom: ['bedrag hoofdsom', 'principal sum'],
  opdrachtgever: ['naam opdrachtgever', 'naam schuldeiser', 'creditor name'],
  opmerking: ['opmerking', 'opmerking debiteur', 'vrije tekst', 'toelichting', 'memo'],
}
