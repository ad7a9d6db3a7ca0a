import { columnsOfFields, type FieldColumns } from '../cases/case-from-fields.ts'
import { addDays, toLocalTime } from '../contact-permission/local-time.ts'
import type { Chance } from './chance.ts'
import type { PastBatch } from './past-batches.ts'

export type PastDebtor = FieldColumns & { case_number: string; fields: Record<string, string> }

const givenNames = [
  ...['Sanne', 'Daan', 'Fatima', 'Lars', 'Zoë', 'Mehmet', 'Eva', 'Thijs', 'Noor', 'Jeroen', 'Aïcha', 'Bram', 'Lotte', 'Ruben', 'Femke'],
  ...['Youssef', 'Anna', 'Willem', 'Ingrid', 'Karim', 'Marijke', 'Piet', 'Saskia', 'Tom', 'Esra', 'Henk', 'Chantal', 'Rachid', 'Iris'],
  ...['Sem', 'Marloes', 'Dennis', 'Priya', 'Gerrit', 'Yara', 'Wouter', 'Naomi', 'Stefan', 'Hanneke', 'Omar', 'Jolanda', 'Casper'],
] as [string, ...string[]]
// What stands before the name is a field of its own.
const familyNames = [
  ...['de|Vries', '|Jansen', 'van den|Berg', '|Yilmaz', '|Bakker', '|Visser', '|Smit', '|Meijer', '|El Amrani', '|Mulder', 'de|Groot'],
  ...['|Bos', '|Vos', '|Peters', '|Hendriks', 'van|Leeuwen', '|Dekker', '|Brouwer', 'de|Wit', '|Dijkstra', '|Smits', 'de|Graaf'],
  ...['van der|Meer', '|Kok', '|Jacobs', '|Kuiper', '|Öztürk', '|Postma', '|Willems', 'van der|Veen', '|Benali', '|Scholten', '|Prins'],
  ...['|Huisman', '|Pinas', 'van|Vliet', '|Koster', '|Verbeek', '|Mohan', '|Timmermans', 'van de|Ven', '|Bouwman'],
] as [string, ...string[]]
const streets = [
  ...['Kerkstraat', 'Molenweg', 'Dorpsstraat', 'Beukenlaan', 'Stationsweg', 'Schoolstraat', 'Wilgenhof', 'Julianalaan', 'Havenkade'],
  ...['Nieuwstraat', 'Parklaan', 'Eikenlaan', 'Lindenplein', 'Zuiderdiep', 'Singel', 'Veldweg', 'Anjerstraat', 'Rozengracht'],
] as [string, ...string[]]
const places = [
  ...['Utrecht 3511', 'Rotterdam 3011', 'Amersfoort 3811', 'Groningen 9711', 'Breda 4811', 'Zwolle 8011', 'Leiden 2311'],
  ...['Arnhem 6811', 'Eindhoven 5611', 'Maastricht 6211', 'Almere 1315', 'Dordrecht 3311', 'Tilburg 5038', 'Haarlem 2011'],
] as [string, ...string[]]
// Real postcodes know none of these letters (SA, SD, SS), so no house is meant.
const letters = ['SA', 'SD', 'SS'] as [string, ...string[]]

/** The person of one case. Nobody's: mail goes to an example domain, numbers continue those of the demo, postcodes do not exist. `serial` is unique over all. */
export function inventDebtor(
  chance: Chance,
  batch: Pick<PastBatch, 'prefix' | 'creditor' | 'importedAt'>,
  { at, serial }: { at: number; serial: number },
): PastDebtor {
  const given = chance.pick(givenNames)
  const [prefix = '', family = ''] = chance.pick(familyNames).split('|')
  const [place = '', area = ''] = chance.pick(places).split(' ')
  const cents = inventCents(chance, batch.creditor)
  const caseNumber = `${batch.prefix}${String(at + 1).padStart(4, '0')}`
  const invoicedOn = addDays(toLocalTime(batch.importedAt).date, -chance.between(45, 110))
  const reach = chance.share()
  const fields: Record<string, string> = {
    dossiernummer: caseNumber,
    voornaam: given,
    ...(prefix !== '' && { tussenvoegsel: prefix }),
    achternaam: family,
    straat: chance.pick(streets),
    huisnummer: String(chance.between(1, 240)),
    postcode: `${area} ${chance.pick(letters)}`,
    plaats: place,
    // Of a hundred people a few have no mobile, some no mail, and one or so neither.
    ...(reach >= 0.035 && { mobiel: `+31612${String(350_000 + serial)}` }),
    ...((reach >= 0.11 || (reach >= 0.008 && reach < 0.035)) && { email: mailOf(given, family, serial) }),
    factuurnummer: `${invoicedOn.slice(2, 4)}${String(40_000 + serial * 3)}`,
    factuurdatum: invoicedOn,
    vervaldatum: addDays(invoicedOn, 30),
    // Of some the client did not say what it rests on, so that nobody knows when it is time-barred.
    ...(serial % 4 !== 0 && { soort_vordering: serial % 4 === 1 ? 'consumentenkoop' : 'overeenkomst' }),
    opdrachtgever: batch.creditor.name,
    openstaand: (cents / 100).toFixed(2),
    ...claimParts(cents, serial),
    taal: chance.weighted({ nl: 88, eng: 8, fr: 4 }),
    debiteurtype: 'consument',
    // Some want to hear from us by post alone.
    ...(serial % 90 === 7 && { contactvoorkeur: 'post' }),
  }
  return { ...columnsOfFields(fields), case_number: caseNumber, fields }
}

/** Many small claims, few large ones. */
function inventCents(chance: Chance, { lowCents, highCents }: PastBatch['creditor']): number {
  return Math.round(lowCents + (highCents - lowCents) * chance.share() ** 1.7)
}

/** Of what is asked a part is collection costs, most often as the scale of the law has them; once in a while it is too much, and of some there are none yet. */
function claimParts(cents: number, serial: number): Record<string, string> {
  const euros = (part: number) => (part / 100).toFixed(2)
  if (serial % 3 === 0 || cents < 80_00) return { hoofdsom: euros(cents) }
  // The least of the scale is € 40, up to a principal of € 266,67; above that it is 15%.
  const lawfulCents = cents <= 306_67 ? 40_00 : cents - Math.round(cents / 1.15)
  const costsCents = serial % 20 === 1 ? lawfulCents + 25_00 : lawfulCents
  return { hoofdsom: euros(cents - costsCents), incassokosten: euros(costsCents) }
}

function mailOf(given: string, family: string, serial: number): string {
  const plain = `${given}.${family}`
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z.]/g, '')
  return `${plain}.${serial}@demo.example`
}
