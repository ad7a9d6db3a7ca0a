import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { centsOf, dayOf, entriesMax, type RawEntry, StatementFault } from './statement.ts'
import type { RawStatement } from './with-keys.ts'

// CAMT.053 of ISO 20022, versions 2 to 13: what differs between them is where the name of a party and the state of an entry stand.

type Node = { [name: string]: Node[] | string | undefined } & { '#text'?: string }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Always a list and always a node, so that one entry is read as two are.
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  alwaysCreateTextNode: true,
  maxNestedTags: 40,
})

/** The statements of a CAMT.053 file. A file that defines entities is refused before it is parsed: banks send none, and they can be made to swell. */
export function readCamt(xml: string): RawStatement[] {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new StatementFault('definesEntities')
  const valid = XMLValidator.validate(xml)
  if (valid !== true) throw new StatementFault('notWellFormed', String(valid.err.line))
  const root = parsed(xml)
  const statements = at(root, 'Document', 'BkToCstmrStmt', 'Stmt')
  if (statements.length === 0) throw new StatementFault('formatUnknown')
  let count = 0
  return statements.map((statement) => {
    const entries = at(statement, 'Ntry')
      .filter((entry) => stateOf(entry) === 'BOOK')
      .flatMap(readEntry)
    count += entries.length
    if (count > entriesMax) throw new StatementFault('tooManyEntries')
    return readStatement(statement, entries)
  })
}

/** The parser refuses what is nested too deep and names that would harm it: no bank writes either. */
function parsed(xml: string): Node {
  try {
    return parser.parse(xml) as Node
  } catch {
    throw new StatementFault('notWellFormed')
  }
}

function readStatement(statement: Node, entries: RawEntry[]): RawStatement {
  const account = text(statement, 'Acct', 'Id', 'IBAN') || text(statement, 'Acct', 'Id', 'Othr', 'Id')
  if (account === '') throw new StatementFault('accountMissing')
  const balance = (...codes: string[]) => {
    const found = at(statement, 'Bal').find((one) => codes.includes(text(one, 'Tp', 'CdOrPrtry', 'Cd')))
    if (!found) throw new StatementFault('balanceMissing', codes[0])
    return { cents: signed(found, 'Bal'), currency: currencyOf(found) }
  }
  const [opening, closing] = [balance('OPBD', 'PRCD'), balance('CLBD')]
  if (closing.currency !== opening.currency) throw new StatementFault('balanceWrong', account)
  return {
    account,
    currency: opening.currency,
    openingCents: opening.cents,
    closingCents: closing.cents,
    entries,
  }
}

/** One entry, or where it is a batch of which each part names its amount, one for each part. */
function readEntry(entry: Node): RawEntry[] {
  const place = text(entry, 'NtryRef') || text(entry, 'AcctSvcrRef')
  const whole = signed(entry, place)
  const shared = {
    currency: currencyOf(entry),
    bookedOn: dayIn(entry, place),
    bankRef: text(entry, 'AcctSvcrRef') || null,
  }
  const parts = at(entry, 'NtryDtls', 'TxDtls')
  const isIn = whole >= 0
  const amounts = parts.map((part) => amountOfPart(part, place))
  const isSplit = parts.length > 1 && amounts.every((one) => one !== null) && sum(amounts) === Math.abs(whole)
  if (!isSplit) {
    const one = parts.length === 1 ? partyOf(parts[0] as Node, isIn) : noParty
    return [
      { ...shared, amountCents: whole, ...one, text: one.text || text(entry, 'AddtlNtryInf'), bankRef: one.bankRef ?? shared.bankRef },
    ]
  }
  return parts.map((part, index) => {
    const one = partyOf(part, isIn)
    const cents = amounts[index] ?? 0
    return {
      ...shared,
      amountCents: isIn ? cents : -cents,
      ...one,
      bankRef: one.bankRef ?? (shared.bankRef && `${shared.bankRef}/${index + 1}`),
    }
  })
}

const sum = (amounts: readonly (number | null)[]) => amounts.reduce<number>((total, one) => total + (one ?? 0), 0)
const noParty = { counterName: '', counterIban: null, reference: null, text: '', bankRef: null }

/** Who is on the other side: of what came in the debtor. */
function partyOf(part: Node, isIn: boolean) {
  const side = isIn ? 'Dbtr' : 'Cdtr'
  const endToEnd = text(part, 'Refs', 'EndToEndId')
  const free = at(part, 'RmtInf', 'Ustrd').map((one) => one['#text'] ?? '')
  return {
    counterName: text(part, 'RltdPties', side, 'Nm') || text(part, 'RltdPties', side, 'Pty', 'Nm'),
    counterIban: text(part, 'RltdPties', `${side}Acct`, 'Id', 'IBAN') || null,
    reference: text(part, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref') || null,
    text: [...free, ...(endToEnd === '' || endToEnd === 'NOTPROVIDED' ? [] : [endToEnd])].join(' ').trim(),
    bankRef: text(part, 'Refs', 'AcctSvcrRef') || null,
  }
}

function amountOfPart(part: Node, place: string): number | null {
  const written = text(part, 'Amt') || text(part, 'AmtDtls', 'TxAmt', 'Amt')
  return written === '' ? null : centsOf(written, place)
}

function signed(node: Node, place: string): number {
  const cents = centsOf(text(node, 'Amt'), place)
  const side = text(node, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT') throw new StatementFault('amountInvalid', place)
  return side === 'CRDT' ? cents : -cents
}

const currencyOf = (node: Node): string => {
  const [amount] = at(node, 'Amt')
  const currency = amount?.['@Ccy']
  return typeof currency === 'string' ? currency : ''
}

/** `BOOK` is booked; what is pending or for information moves no money yet. */
const stateOf = (entry: Node) => text(entry, 'Sts', 'Cd') || text(entry, 'Sts')

function dayIn(entry: Node, place: string): string {
  const written = text(entry, 'BookgDt', 'Dt') || text(entry, 'BookgDt', 'DtTm')
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(written)
  if (!found) throw new StatementFault('dateInvalid', place)
  return dayOf(found[1] ?? '', found[2] ?? '', found[3] ?? '', place)
}

/** The nodes at a path of names. */
function at(node: Node, ...path: string[]): Node[] {
  return path.reduce<Node[]>((found, name) => found.flatMap((one) => (Array.isArray(one[name]) ? one[name] : [])), [node])
}

const text = (node: Node, ...path: string[]): string => (at(node, ...path)[0]?.['#text'] ?? '').trim()
