export const importCustomerId = 2

const given = ['Sanne', 'Daan', 'Fatima', 'Lars', 'Mehmet', 'Eva', 'Thijs', 'Noor', 'Jeroen', 'Bram', 'Lotte', 'Ruben']
const family = ['de Vries', 'Jansen', 'van den Berg', 'Yilmaz', 'Bakker', 'Visser', 'Smit', 'Meijer', 'Mulder', 'de Groot']
const cities = ['Utrecht', 'Rotterdam', 'Amersfoort', 'Groningen', 'Breda', 'Zwolle']

type Debtor = {
  number: string
  first: string
  last: string
  postcode: string
  city: string
  mobile: string
  email: string
  invoice: string
  date: string
  cents: number
}

function* debtors(prefix: string, count: number): Generator<Debtor> {
  for (let n = 1; n <= count; n++) {
    yield {
      number: `${prefix}${n}`,
      first: given[n % given.length] ?? '',
      last: family[(n * 7) % family.length] ?? '',
      postcode: `${1000 + (n % 8999)} AB`,
      city: cities[n % cities.length] ?? '',
      mobile: `06${10_000_000 + ((n * 7_919) % 39_999_999)}`,
      email: `d${n}@bench.example`,
      invoice: `F${n}`,
      date: `2026-0${1 + (n % 9)}-1${n % 9}`,
      cents: 2_495 + ((n * 3_739) % 410_000),
    }
  }
}

/** The file as a creditor sends it: 100,000 rows stay just under the 10 MB that may be uploaded. */
export function uploadFile(prefix: string, count: number): Buffer {
  const lines = ['dossiernummer;voornaam;achternaam;postcode;plaats;mobiel;email;factuurnummer;factuurdatum;openstaand']
  for (const { number, first, last, postcode, city, mobile, email, invoice, date, cents } of debtors(prefix, count)) {
    lines.push([number, first, last, postcode, city, mobile, email, invoice, date, (cents / 100).toFixed(2).replace('.', ',')].join(';'))
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}

/** The same rows as the table wants them, for the bare COPY: nothing left to check or to translate. */
export function copyFile(prefix: string, count: number): Buffer {
  const lines: string[] = []
  for (const { number, first, last, postcode, city, mobile, email, invoice, date, cents } of debtors(prefix, count)) {
    const fields = {
      dossiernummer: number,
      voornaam: first,
      achternaam: last,
      postcode,
      plaats: city,
      mobiel: mobile,
      email,
      factuurnummer: invoice,
      factuurdatum: date,
      openstaand: (cents / 100).toFixed(2),
    }
    const json = JSON.stringify(fields).replaceAll('"', '""')
    lines.push([number, `${first} ${last}`, '', `+31${mobile.slice(1)}`, email, city, postcode, invoice, cents, `"${json}"`].join(','))
  }
  return Buffer.from(`${lines.join('\n')}\n`)
}

/** A form with one file, as a browser sends it. */
export function multipart(fields: Record<string, string>, file: Buffer): { body: Buffer; contentType: string } {
  const boundary = 'bench-boundary-7d81f0'
  const parts = Object.entries(fields)
    .map(([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')
  const head = `${parts}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="bench.csv"\r\nContent-Type: text/csv\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
