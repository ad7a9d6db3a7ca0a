/** A file as it may come in, and what must become of it. */
export type TrialFile = {
  kind: string
  name: string
  content: Uint8Array<ArrayBuffer> | string
  expect: { refused: string } | { rows: { reason: string; row: number }[]; valid: number } | { failure: string }
}

const header = 'dossiernummer;achternaam;mobiel;email;factuurnummer;vervaldatum;openstaand'
const good = (n: number | string) =>
  `X${n};Jansen;061234${String(1000 + (Number(n) % 9000))};k${n}@voorbeeld.example;F${n};05-02-2026;47,07`
const bytes = (...values: number[]) => new Uint8Array(values)
const ok = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
let serial = 0

/** One bad row between two good ones, and all that is wrong with it. */
function badRow(kind: string, reasons: string, row: (n: number) => string): () => TrialFile {
  return () => {
    const n = ++serial * 10
    return {
      kind,
      name: 'rijen.csv',
      content: [header, good(n), row(n + 1), good(n + 2)].join('\r\n'),
      expect: { rows: reasons.split(' ').map((reason) => ({ reason, row: 3 })), valid: 2 },
    }
  }
}
function whole(
  kind: string,
  expect: TrialFile['expect'],
  make: (n: number) => { name?: string; content: TrialFile['content'] },
): () => TrialFile {
  return () => ({ kind, name: 'bestand.csv', expect, ...make(++serial * 10) })
}

/** The kinds of malformed upload, each made anew with numbers of its own. */
export const malformedKinds: (() => TrialFile)[] = [
  whole('empty', { refused: 'file.empty' }, () => ({ content: '' })),
  whole('only blank lines', { failure: 'file.empty' }, () => ({ content: '\r\n\r\n\n' })),
  whole('header only', { failure: 'file.headerOnly' }, () => ({ content: `${header}\r\n` })),
  whole('10 MB and one byte', { refused: 'file.tooLarge' }, () => ({ content: new Uint8Array(10 * 1024 * 1024 + 1).fill(65) })),
  whole('a PNG named csv', { refused: 'file.typeUnsupported' }, () => ({
    content: bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13),
  })),
  whole('a broken zip named csv', { refused: 'file.zipBroken' }, () => ({ content: bytes(0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0) })),
  whole('a PDF named csv', { refused: 'file.typeUnsupported' }, () => ({ content: ok('%PDF-1.7\n%âãÏÓ\n1 0 obj') })),
  whole('a program named csv', { refused: 'file.typeUnsupported' }, () => ({ content: bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0) })),
  whole('NUL bytes', { refused: 'file.typeUnsupported' }, (n) => ({ content: `${header}\r\n${good(n)}\0\r\n` })),
  whole('broken UTF-8 after a BOM', { failure: 'file.encodingMixed' }, (n) => ({
    content: new Uint8Array([0xef, 0xbb, 0xbf, ...ok(`${header}\r\n${good(n)}\r\nD`), 0xc3, 0x28]),
  })),
  whole('an unclosed quote', { failure: 'file.quoteUnclosed' }, (n) => ({
    content: `${header}\r\n${good(n)}\r\nD${n};"Jansen;06;a;b;c;d\r\n${good(n + 2)}`,
  })),
  whole('duplicate headings', { failure: 'file.headingsDuplicate' }, (n) => ({ content: `${header};openstaand\r\n${good(n)};1,00` })),
  whole('an empty heading', { failure: 'file.headingEmpty' }, (n) => ({ content: `dossiernummer;;openstaand\r\nD${n};x;1,00` })),
  whole('no separator', { failure: 'file.noSeparator' }, () => ({ content: 'zomaar een regel tekst\r\nen nog een' })),
  badRow('too many columns', 'tooManyColumns', (n) => `${good(n)};extra;nog een`),
  badRow('too few columns', 'tooFewColumns amountMissing', (n) => `X${n};Jansen`),
  badRow('a formula in a name', 'formula', (n) => good(n).replace('Jansen', '=HYPERLINK("http://x")')),
  badRow('a formula with @', 'formula', (n) => good(n).replace('Jansen', '@SUM(A1)')),
  badRow('a scientific phone', 'phoneScientific', (n) => good(n).replace(/;061234\d+;/, ';3,16E+10;')),
  badRow('letters as phone', 'phoneInvalid', (n) => good(n).replace(/;061234\d+;/, ';nul zes;')),
  badRow('a phone too short', 'phoneInvalid', (n) => good(n).replace(/;061234\d+;/, ';0612;')),
  badRow('a negative amount', 'amountNegative', (n) => good(n).replace('47,07', '-47,07')),
  badRow('a missing amount', 'amountMissing', (n) => good(n).replace('47,07', '')),
  badRow('words as amount', 'amountInvalid', (n) => good(n).replace('47,07', 'veel')),
  badRow('an amount too large', 'amountTooLarge', (n) => good(n).replace('47,07', '99999999999,00')),
  badRow('30 February', 'dateInvalid', (n) => good(n).replace('05-02-2026', '30-02-2026')),
  badRow('words as date', 'dateInvalid', (n) => good(n).replace('05-02-2026', 'morgen')),
  badRow('an e-mail without @', 'emailInvalid', (n) => good(n).replace('@voorbeeld', '.voorbeeld')),
  badRow('two e-mail addresses', 'emailInvalid', (n) => good(n).replace('.example', '.example,a@b.example')),
  badRow('no case number', 'required', (n) => good(n).replace(`X${n}`, '')),
  badRow('a case number too long', 'tooLong', (n) => good(n).replace(`X${n}`, 'D'.repeat(36))),
  badRow('a name too long', 'tooLong', (n) => good(n).replace('Jansen', 'x'.repeat(5_000))),
  badRow('a totals row', 'totalsRow', () => 'Totaal;;;;;;94,14'),
  badRow('the same number twice', 'duplicateInFile', (n) => good(n - 1)),
  badRow('a control character', 'controlCharacter', (n) => good(n).replace('Jansen', 'Jan\u0007sen')),
  badRow('a formula after a tab', 'formula', (n) => good(n).replace('Jansen', '\t=1+1')),
]
