import type { StatementFaultCode } from '@regie/contract/bank-statements.ts'
import { expect, test } from 'vitest'
import { accountsOf } from './accounts-of.ts'
import { readStatementFile } from './read-statement-file.ts'
import { referencesIn } from './references-in.ts'
import { StatementFault } from './statement.ts'

const read = (text: string) => readStatementFile(Buffer.from(text))
const faultOf = (text: string): StatementFaultCode | 'none' => {
  try {
    read(text)
    return 'none'
  } catch (error) {
    if (error instanceof StatementFault) return error.code
    throw error
  }
}

type Entry = { amount: string; side?: string; sts?: string; ref?: string; details?: string; day?: string; currency?: string }
const entry = ({ amount, side = 'CRDT', sts = 'BOOK', ref = 'B1', details = '', day = '2026-05-02', currency = 'EUR' }: Entry) => `
  <Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd><Sts>${sts}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
  ${ref === '' ? '' : `<AcctSvcrRef>${ref}</AcctSvcrRef>`}<NtryDtls>${details}</NtryDtls></Ntry>`
const balanceOf = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
const camt = (closing: string, ...entries: string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id>
<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>${balanceOf('OPBD', '100.00')}${balanceOf('CLBD', closing)}${entries.join('')}
</Stmt></BkToCstmrStmt></Document>`
const fromDebtor = (remittance: string) => `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties>
  <Dbtr><Nm>J. Jansen &amp; Zn</Nm></Dbtr><DbtrAcct><Id><IBAN>NL20INGB0001234567</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf>${remittance}</RmtInf></TxDtls>`

test('an entry of CAMT.053 says who paid how much under which reference', () => {
  const strd = '<Strd><CdtrRefInf><Ref>5000056789012345</Ref></CdtrRefInf></Strd>'
  const [statement] = read(camt('107.50', entry({ amount: '7.50', details: fromDebtor(strd) })))
  expect(statement).toEqual({
    ...{ account: 'NL91ABNA0417164300', currency: 'EUR', openingCents: 10_000, closingCents: 10_750 },
    entries: [
      {
        ...{ key: 'B1 2026-05-02 750', amountCents: 750, currency: 'EUR', bookedOn: '2026-05-02', counterName: 'J. Jansen & Zn' },
        ...{ counterIban: 'NL20INGB0001234567', reference: '5000056789012345', text: '' },
      },
    ],
  })
})

test('what is pending is no money yet, and what goes out is negative', () => {
  const [statement] = read(camt('95.00', entry({ amount: '5', side: 'DBIT' }), entry({ amount: '9.99', sts: 'PDNG', ref: 'B2' })))
  expect(statement?.entries).toMatchObject([{ amountCents: -500 }])
})

test('a batch of which each part names its amount is one entry for each part', () => {
  const part = (amount: string, reference: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls>`
  const [statement] = read(camt('110.00', entry({ amount: '10.00', details: part('4.00', 'een') + part('6.00', 'twee') })))
  expect(statement?.entries).toMatchObject([
    { key: 'B1/1 2026-05-02 400', amountCents: 400, text: 'een' },
    { key: 'B1/2 2026-05-02 600', amountCents: 600, text: 'twee' },
  ])
})

test('entries without a name of the bank have a key of what they say, the same in every file, and two alike have two', () => {
  const same = entry({ amount: '5.00', ref: '' })
  const keys = (text: string) => read(text)[0]?.entries.map(({ key }) => key) ?? []
  const both = keys(camt('110.00', same, same))
  expect(new Set(both).size).toBe(2)
  expect(keys(camt('105.00', same))).toEqual(both.slice(0, 1))
})

test.each<[string, StatementFaultCode, string]>([
  ['cut off', 'notWellFormed', camt('107.50', entry({ amount: '7.50' })).slice(0, -60)],
  ['cut off between two entries and mended', 'balanceWrong', camt('115.00', entry({ amount: '7.50' }))],
  ['swells by entities', 'definesEntities', camt('100.00').replace('<Document', '<!DOCTYPE x [<!ENTITY a "aaaa">]><Document')],
  ['nested without end', 'notWellFormed', `<?xml version="1.0"?><Document>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Document>`],
  ['named as what it would harm', 'notWellFormed', '<?xml version="1.0"?><Document><__proto__><a/></__proto__></Document>'],
  ['of an account without end', 'accountMissing', camt('100.00').replace('NL91ABNA0417164300', 'X'.repeat(4000))],
  ['of another kind', 'formatUnknown', 'naam;bedrag\nJansen;10'],
  ['of XML of another kind', 'formatUnknown', '<?xml version="1.0"?><Document><Other/></Document>'],
  ['without a last balance', 'balanceMissing', camt('100.00').replace('CLBD', 'ITBD')],
  ['with a last balance in another currency', 'balanceWrong', camt('100.00').replace(/(CLBD[^]*?Ccy=")EUR/, '$1USD')],
  ['with an amount that is none', 'amountInvalid', camt('107.50', entry({ amount: '7.505' }))],
  ['with a day that does not exist', 'dateInvalid', camt('107.50', entry({ amount: '7.50', day: '2026-02-30' }))],
])('a file that is %s is refused: %s', (_name, fault, text) => expect(faultOf(text)).toBe(fault))

test('a name without end is no name of the bank', () => {
  const [statement] = read(camt('105.00', entry({ amount: '5.00', ref: 'R'.repeat(4000) })))
  expect(statement?.entries[0]?.key).toMatch(/^=.{32}$/)
})

test('10,000 entries are read', () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    entry({ amount: '0.01', ref: `N${index}`, details: fromDebtor('<Ustrd>x</Ustrd>') }),
  )
  expect(read(camt('200.00', ...many))[0]?.entries).toHaveLength(10_000)
})

const messages = {
  'ABN AMRO, divided by slashes': [
    'ABNANL2A\n940\nABNANL2A\n:20:ABN AMRO BANK NV\n:25:123456789\n:28:14801/1\n:60F:C260501EUR0,00\n:61:2605020502C7,5N250NONREF',
    ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL20INGB0001234567/BIC/INGBNL2A/NAME/J JANSE\nN/REMI/5000 0567 8901 2345/EREF/NOTPROVIDED\n:62F:C260502EUR7,5\n-',
  ],
  'ABN AMRO of old': [
    ':20:A\n:25:123456789\n:28:1\n:60F:C260501EUR0,00\n:61:2605020502C7,50N247NONREF',
    ':86:SEPA OVERBOEKING                 IBAN: NL20INGB0001234567\nBIC: INGBNL2A                    NAAM: J JANSEN\nOMSCHRIJVING: 5000 0567 8901 2345\n:62F:C260502EUR7,50\n-',
  ],
  ING: [
    '{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:\n:20:P1\n:25:NL69INGB0123456789EUR\n:28C:0\n:60F:C260501EUR0,00\n:61:2605020502C7,50NTRFEREF//00000000001005\n/TRCD/00100/',
    ':86:/EREF/EV123//CNTP/NL20INGB0001234567/INGBNL2\nA/J JANSEN///REMI/USTD//5000056789012345/\n:62F:C260502EUR7,50\n:64:C260502EUR7,50\n:86:/SUM/0/1/0,00/7,50/\n-}',
  ],
  Rabobank: [
    ':940:\n:20:940S260502\n:25:NL44RABO0123456789 EUR\n:28C:0\n:60F:C260501EUR000000000000,00\n:61:260502C000000000007,50N541NONREF\nNL20INGB0001234567',
    ':86:/ORDP//NAME/J JANSEN/REMI/5000 0567 8901 2345\n/ISDT/2026-05-02\n:62F:C260502EUR000000000007,50',
  ],
  'SNS and Triodos': [
    ':20:0000000000\n:25:NL86SNSB0123456789\n:28C:0/0\n:60F:C260501EUR0,00\n:61:260502C7,50NMSC000000//1234',
    ':86:NL20INGB0001234567 J JANSEN  KENMERK 5000056789012345\n:62F:C260502EUR7,50\n-',
  ],
}
test.each(Object.entries(messages))('MT940 of %s says who paid, how much and under which reference', (_bank, [head = '', rest = '']) => {
  const [statement] = read(`${head}\n${rest}\n`)
  const [one] = statement?.entries ?? []
  expect(one).toMatchObject({ amountCents: 750, currency: 'EUR', bookedOn: '2026-05-02', counterIban: 'NL20INGB0001234567' })
  expect(referencesIn(`${one?.reference ?? ''} ${one?.text ?? ''}`)).toEqual(['5000056789012345'])
})

test('a credit that is taken back goes out, and an entry of January may have its value in December', () => {
  const text =
    ':20:A\n:25:NL91ABNA0417164300\n:28:1\n:60F:C251231EUR10,00\n:61:2512310102RC2,50NMSCNONREF\n:86:terug\n:62F:C260102EUR7,50\n-\n'
  expect(read(text)[0]?.entries).toMatchObject([{ amountCents: -250, bookedOn: '2026-01-02' }])
  expect(faultOf(text.slice(0, text.indexOf(':62F:')))).toBe('balanceMissing')
  expect(faultOf(text.replace('EUR7,50', 'EUR8,50'))).toBe('balanceWrong')
  expect(faultOf(text.replace('EUR7,50', 'USD7,50'))).toBe('balanceWrong')
})

test.each([
  ['factuur 12, kenmerk 5000 0567 8901 2345 dank', ['5000056789012345']],
  ['RF48 5000 0567 8901 2345', ['RF485000056789012345', '5000056789012345']],
  ['RF18539007547034', ['RF18539007547034', '539007547034']],
  ['5000 0567 8901 2346 en 06 12345678', []],
  ['NL20INGB0001234567', []],
])('in "%s" stand the references %j', (text, found) => expect(referencesIn(text)).toEqual(found))

test('statements of one account that follow on each other are one period, and a gap between them is seen', () => {
  const day = (opening: number, closing: number, date: string) => ({
    ...{ account: 'NL91ABNA0417164300', currency: 'EUR', openingCents: opening, closingCents: closing },
    entries: [{ bookedOn: date } as never],
  })
  const period = { openingCents: 0, closingCents: 300, from: '2026-05-01', until: '2026-05-02' }
  expect(accountsOf([day(0, 100, '2026-05-01'), day(100, 300, '2026-05-02'), day(400, 500, '2026-05-04')])).toMatchObject([
    period,
    { openingCents: 400, closingCents: 500 },
  ])
})
