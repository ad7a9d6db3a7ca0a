const headings =
  'dossiernummer;aanhef;voornaam;achternaam;postcode;plaats;mobiel;email;taal;factuurnummer;factuurdatum;vervaldatum;openstaand'
const names = ['Zoë Dekker', 'René Bosman', 'Fatima Yilmaz', 'Daan de Vries', 'Noor Visser']

/** A Dutch export as clients send it: Windows-1252, semicolons, decimal commas, day first. */
export function dutchExport(prefix: string, rows: number): Uint8Array<ArrayBuffer> {
  const lines = Array.from({ length: rows }, (_, i) => {
    const [first = '', ...rest] = (names[i % names.length] ?? '').split(' ')
    const day = String(1 + (i % 28)).padStart(2, '0')
    return `${prefix}${1000 + i};Mevr.;${first};${rest.join(' ')};3511 AB;Utrecht;06${String(21_000_000 + i)};klant${i}@debiteuren.example;nl;F${prefix}${i};${day}-08-2026;${day}-09-2026;${(20 + i).toFixed(2).replace('.', ',')}`
  })
  return windows1252(`${[headings, ...lines].join('\r\n')}\r\n`)
}

/** An American export: commas, month first, no contact details. */
export function americanExport(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, i) =>
      `391,${1000 + i}-ABCDE,${9_000_000 + i},${1 + (i % 12)}/${13 + (i % 15)}/2013,${1 + (i % 12)}/${13 + (i % 15)}/2013,${(45 + i).toFixed(2)},No`,
  )
  return `countryCode,customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed\n${lines.join('\n')}\n`
}

function windows1252(text: string): Uint8Array<ArrayBuffer> {
  // Every letter used here has the same code in Windows-1252 as in Unicode.
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
