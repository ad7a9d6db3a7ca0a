const givenNames = [
  'Sanne',
  'Daan',
  'Fatima',
  'Lars',
  'Zoë',
  'Mehmet',
  'Eva',
  'Thijs',
  'Noor',
  'Jeroen',
  'Aïcha',
  'Bram',
  'Lotte',
  'Ruben',
  'Femke',
  'Youssef',
]
const familyNames = [
  'de Vries',
  'Jansen',
  'van den Berg',
  'Yilmaz',
  'Bakker',
  'Visser',
  'Smit',
  'Meijer',
  'El Amrani',
  'Mulder',
  'de Groot',
  'Bos',
  'Vos',
  'Peters',
]
const cities = [
  ['Utrecht', '3511 AB'],
  ['Rotterdam', '3011 CD'],
  ['Amersfoort', '3811 EF'],
  ['Groningen', '9711 GH'],
  ['Breda', '4811 JK'],
  ['Zwolle', '8011 LM'],
] as const
const streets = ['Kerkstraat', 'Molenweg', 'Beukenlaan', 'Stationsweg', 'Wilgenhof', 'Havenkade', 'Parklaan']
const languages = ['nl', 'nl', 'nl', 'nl', 'eng', 'fr'] as const

/** Fictitious debtors for a demo batch, from a number on; the same each time. Addresses end in .example and reach nobody. */
export function demoDebtors(prefix: string, count: number, first = 0) {
  return Array.from({ length: count }, (_, at) => {
    const i = first + at
    const given = givenNames[(i * 7) % givenNames.length] ?? ''
    const family = familyNames[(i * 5) % familyNames.length] ?? ''
    const [city, postcode] = cities[i % cities.length] ?? cities[0]
    const number = `${prefix}${String(1001 + i)}`
    const cents = 2_495 + ((i * 3_739) % 41_000)
    const email = i % 11 === 10 ? null : `debiteur${1001 + i}@demo.example`
    return {
      caseNumber: number,
      name: `${given} ${family}`,
      mobile: `+316${String(12_345_000 + i * 13)}`,
      email,
      city,
      postcode,
      invoiceNumber: `F${number.slice(1)}`,
      locale: languages[i % languages.length] ?? 'nl',
      cents,
      fields: {
        dossiernummer: number,
        voornaam: given,
        achternaam: family,
        straat: streets[i % streets.length] ?? '',
        huisnummer: String(1 + ((i * 17) % 180)),
        postcode,
        plaats: city,
        mobiel: `+316${String(12_345_000 + i * 13)}`,
        ...(email && { email }),
        factuurnummer: `F${number.slice(1)}`,
        openstaand: (cents / 100).toFixed(2),
        taal: languages[i % languages.length] ?? 'nl',
        debiteurtype: 'consument',
      },
    }
  })
}
