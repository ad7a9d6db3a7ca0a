import { claimKinds } from '@regie/contract/claim/limitation.ts'
import type { FieldDefinition } from '@regie/contract/fields.ts'

type Rest = Partial<Pick<FieldDefinition, 'required' | 'maxLength' | 'choices' | 'group' | 'editable' | 'pii'>> & { aliases?: string[] }

function field(
  key: string,
  type: FieldDefinition['type'],
  nl: string,
  eng: string,
  fr: string,
  { aliases = [], ...rest }: Rest = {},
): FieldDefinition {
  return { key, type, label: { nl, eng, fr }, required: false, maxLength: 100, aliases, ...rest }
}

const free = Array.from({ length: 10 }, (_, at) =>
  field(`vrij${at + 1}`, 'text', `Vrij veld ${at + 1}`, `Free field ${at + 1}`, `Champ libre ${at + 1}`, { maxLength: 250 }),
)

/** The fields that a case of a debtor has (product.md §5.6). A column is recognised by key, label or alias, upper or lower case, with or without spaces and marks. */
export const defaultFields: readonly FieldDefinition[] = [
  field('dossiernummer', 'text', 'Dossiernummer', 'Case number', 'Numéro de dossier', {
    required: true,
    editable: false,
    maxLength: 35,
    aliases: ['dossiernr', 'dossier', 'dossierid', 'zaaknummer', 'zaaknr', 'case no', 'case id', 'file number', 'n° dossier', 'dossier no'],
  }),
  field('klantnummer', 'text', 'Klantnummer', 'Customer number', 'Numéro de client', {
    maxLength: 35,
    aliases: [
      'klantnr',
      'klantcode',
      'debiteurnummer',
      'debiteurnr',
      'debiteurennummer',
      'relatienummer',
      'customer id',
      'customer no',
      'debtor number',
      'debtor id',
      'n° client',
    ],
  }),
  field('aanhef', 'choice', 'Aanhef', 'Salutation', 'Civilité', {
    choices: ['dhr', 'mevr', 'fam', 'geen'],
    aliases: ['geslacht', 'title', 'gender', 'titre'],
  }),
  field('voorletters', 'text', 'Voorletters', 'Initials', 'Initiales', { maxLength: 20, aliases: ['initialen'] }),
  field('voornaam', 'text', 'Voornaam', 'First name', 'Prénom', { aliases: ['given name', 'roepnaam'] }),
  field('tussenvoegsel', 'text', 'Tussenvoegsel', 'Name prefix', 'Particule', {
    maxLength: 20,
    aliases: ['tussenvoegsels', 'voorvoegsel', 'middle name'],
  }),
  field('achternaam', 'text', 'Achternaam', 'Last name', 'Nom de famille', {
    group: 'naam',
    aliases: ['naam', 'surname', 'family name', 'name', 'nom', 'debiteurnaam', 'debtor name'],
  }),
  field('bedrijfsnaam', 'text', 'Bedrijfsnaam', 'Company name', 'Nom de l’entreprise', {
    group: 'naam',
    aliases: ['bedrijf', 'company', 'organisatie', 'organisation', 'société', 'raison sociale'],
  }),
  field('geboortedatum', 'date', 'Geboortedatum', 'Date of birth', 'Date de naissance', { aliases: ['birth date', 'dob'] }),
  field('straat', 'text', 'Straat', 'Street', 'Rue', { aliases: ['straatnaam', 'adres', 'address', 'adresse'] }),
  field('huisnummer', 'text', 'Huisnummer', 'House number', 'Numéro', { maxLength: 20, aliases: ['huisnr', 'nummer', 'house no'] }),
  field('toevoeging', 'text', 'Toevoeging', 'House number suffix', 'Complément', {
    maxLength: 20,
    aliases: ['huisnummertoevoeging', 'suffix'],
  }),
  field('postcode', 'postcode', 'Postcode', 'Postal code', 'Code postal', {
    maxLength: 12,
    aliases: ['pc', 'zip', 'zip code', 'postalcode', 'post code'],
  }),
  field('plaats', 'text', 'Plaats', 'City', 'Ville', { aliases: ['woonplaats', 'plaatsnaam', 'stad', 'town', 'place'] }),
  field('land', 'text', 'Land', 'Country', 'Pays', { maxLength: 2, aliases: ['landcode', 'country code iso'] }),
  field('telefoon1', 'phone', 'Telefoon', 'Phone', 'Téléphone', {
    group: 'bereik',
    aliases: ['telefoonnummer', 'telefoon 1', 'tel', 'tel1', 'phone number', 'phone1', 'telephone', 'telefoon vast'],
  }),
  field('telefoon2', 'phone', 'Telefoon 2', 'Phone 2', 'Téléphone 2', { group: 'bereik', aliases: ['tel2'] }),
  field('mobiel', 'phone', 'Mobiel', 'Mobile', 'Mobile', {
    group: 'bereik',
    aliases: ['mobiel nummer', 'mobile phone', 'mobile number', 'gsm', 'portable', '06'],
  }),
  field('email', 'email', 'E-mail', 'E-mail', 'E-mail', {
    group: 'bereik',
    maxLength: 254,
    aliases: ['e-mailadres', 'mail', 'mailadres', 'email address', 'adresse e-mail', 'courriel'],
  }),
  field('taal', 'choice', 'Taal', 'Language', 'Langue', { choices: ['nl', 'eng', 'fr'], aliases: ['taalcode', 'locale'] }),
  field('debiteurtype', 'choice', 'Type debiteur', 'Debtor type', 'Type de débiteur', {
    choices: ['consument', 'zakelijk'],
    aliases: ['soort debiteur', 'type client', 'client type', 'klanttype'],
  }),
  // Whoever is not known to be a legal person is contacted as a natural one (contact-permission/debtor.ts).
  field('rechtsvorm', 'choice', 'Rechtsvorm', 'Legal form', 'Forme juridique', {
    choices: [
      'particulier',
      'eenmanszaak',
      'vof',
      'cv',
      'maatschap',
      'bv',
      'nv',
      'stichting',
      'vereniging',
      'cooperatie',
      'overheid',
      'buitenlands',
      'anders',
    ],
    aliases: [
      'ondernemingsvorm',
      'bedrijfsvorm',
      'juridische vorm',
      'legal entity type',
      'company type',
      'business form',
      'statut juridique',
    ],
  }),
  field('vordering_overgenomen', 'bool', 'Overgenomen vordering', 'Resold claim', 'Créance cédée', {
    aliases: [
      'doorverkocht',
      'doorverkochte vordering',
      'gecedeerd',
      'cessie',
      'purchased claim',
      'assigned claim',
      'cession',
      'créance rachetée',
    ],
  }),
  field('factuurnummer', 'text', 'Factuurnummer', 'Invoice number', 'Numéro de facture', {
    maxLength: 35,
    aliases: ['factuurnr', 'factuur', 'invoice', 'invoice no', 'invoice id', 'n° facture', 'facture'],
  }),
  field('factuurdatum', 'date', 'Factuurdatum', 'Invoice date', 'Date de facture', { aliases: ['date facture'] }),
  field('vervaldatum', 'date', 'Vervaldatum', 'Due date', 'Date d’échéance', {
    aliases: ['vervaldag', 'échéance', 'date due', 'expiry date'],
  }),
  // What the claim rests on decides when it is time-barred (contract/src/claim/limitation.ts).
  field('soort_vordering', 'choice', 'Soort vordering', 'Kind of claim', 'Nature de la créance', {
    choices: [...claimKinds],
    aliases: ['vorderingssoort', 'type vordering', 'claim type', 'type of claim', 'type de créance'],
  }),
  field('vonnisdatum', 'date', 'Vonnisdatum', 'Judgment date', 'Date du jugement', {
    aliases: ['datum vonnis', 'vonnis d.d.', 'date of judgment', 'date jugement'],
  }),
  field('hoofdsom', 'amount', 'Hoofdsom', 'Principal', 'Principal', { aliases: ['principal amount'] }),
  field('rente', 'amount', 'Rente', 'Interest', 'Intérêts'),
  field('incassokosten', 'amount', 'Incassokosten', 'Collection costs', 'Frais de recouvrement', { aliases: ['kosten', 'wik', 'costs'] }),
  field('betaald', 'amount', 'Betaald', 'Paid', 'Payé', { aliases: ['reeds betaald', 'amount paid'] }),
  field('openstaand', 'amount', 'Openstaand bedrag', 'Outstanding amount', 'Montant dû', {
    required: true,
    aliases: [
      'openstaand saldo',
      'saldo',
      'bedrag',
      'openstaande som',
      'te betalen',
      'factuurbedrag',
      'amount',
      'invoice amount',
      'amount due',
      'outstanding',
      'balance',
      'open amount',
      'montant',
      'solde',
      'montant ouvert',
    ],
  }),
  field('betalingskenmerk', 'text', 'Betalingskenmerk', 'Payment reference', 'Référence de paiement', {
    maxLength: 35,
    aliases: ['kenmerk', 'reference'],
  }),
  field('iban_opdrachtgever', 'iban', 'IBAN opdrachtgever', 'Creditor IBAN', 'IBAN du donneur d’ordre', {
    maxLength: 42,
    aliases: ['iban', 'principal iban'],
  }),
  field('opdrachtgever', 'text', 'Opdrachtgever', 'Creditor', 'Donneur d’ordre', { aliases: ['schuldeiser', 'client', 'créancier'] }),
  field('product', 'text', 'Product', 'Product', 'Produit'),
  field('contactvoorkeur', 'choice', 'Contactvoorkeur', 'Contact preference', 'Préférence de contact', {
    choices: ['telefoon', 'email', 'sms', 'whatsapp', 'post'],
    aliases: ['voorkeurskanaal', 'contactwijze', 'preferred channel', 'preferred contact', 'canal préféré'],
  }),
  field('niet_bellen_voor', 'time', 'Niet bellen voor', 'Do not call before', 'Ne pas appeler avant', {
    maxLength: 5,
    aliases: ['bellen vanaf', 'call from', 'call after', 'appeler à partir de'],
  }),
  field('niet_bellen_na', 'time', 'Niet bellen na', 'Do not call after', 'Ne pas appeler après', {
    maxLength: 5,
    aliases: ['bellen tot', 'call until', 'call before', "appeler jusqu'à"],
  }),
  field('opmerking', 'text', 'Opmerking', 'Remark', 'Remarque', {
    maxLength: 1000,
    aliases: ['opmerkingen', 'notitie', 'remarks', 'comment', 'commentaire'],
  }),
  ...free,
]

/** What a heading is compared by: letters and digits only, so that `Invoice Number`, `invoiceNumber` and `invoice_number` are one. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
