import { isValidIBAN } from 'ibantools'
import { readRemittance } from './mt940-remittance.ts'
import { centsOf, dayOf, entriesMax, type RawEntry, StatementFault } from './statement.ts'
import type { RawStatement } from './with-keys.ts'

// MT940 of SWIFT as Dutch banks send it: with and without envelope, with `:940:` before it (Rabobank), with the account as IBAN, number or IBAN with its
// currency behind it.

type Tag = { name: string; value: string }

const tagStart = /^:(\d{2}[A-Z]?|940):(.*)$/
/** Value day, entry day, which way, code of the funds, amount, kind, the payer's reference, the bank's, and on the next line what it adds. */
const line61 = /^(\d{6})(\d{4})?(RC|RD|C|D)[A-Z]?([\d]+,\d{0,2})[NFS][A-Z0-9]{3}([^\n]*?)(?:\/\/([^\n]*))?(?:\n([^]*))?$/
const balance = /^([CD])(\d{2})(\d{2})(\d{2})([A-Z]{3})([\d]+,\d{0,2})/
// What banks write where a name of the entry would stand.
const noRef = /^(NONREF|EREF|PREF|MARF|KREF|0*|)$/i

/** The statements of an MT940 file. One that has no last balance was cut off. */
export function readMt940(text: string): RawStatement[] {
  const statements: Tag[][] = []
  for (const tag of tagsOf(text)) {
    if (tag.name === '20') statements.push([])
    statements.at(-1)?.push(tag)
  }
  const count = statements.flat().filter(({ name }) => name === '61').length
  if (count > entriesMax) throw new StatementFault('tooManyEntries')
  return statements.map(readStatement)
}

function tagsOf(text: string): Tag[] {
  const tags: Tag[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const start = tagStart.exec(line.replace(/^\{.*\{4:/, ''))
    if (start) tags.push({ name: start[1] ?? '', value: start[2] ?? '' })
    else if (/^(-|-\}|\{.*)$/.test(line.trim())) continue
    else {
      const last = tags.at(-1)
      if (last && line !== '') last.value += `\n${line}`
    }
  }
  return tags
}

function readStatement(tags: readonly Tag[]): RawStatement {
  const valueOf = (...names: string[]) => tags.find(({ name }) => names.includes(name))?.value ?? ''
  const account = accountOf(valueOf('25'))
  const opening = balanceOf(valueOf('60F', '60M'), '60F')
  const closing = balanceOf(tags.findLast(({ name }) => name === '62F' || name === '62M')?.value ?? '', '62F')
  if (closing.currency !== opening.currency) throw new StatementFault('balanceWrong', account)
  const entries = tags.flatMap((tag, index): RawEntry[] => {
    if (tag.name !== '61') return []
    const next = tags[index + 1]
    return [readEntry(tag.value, next?.name === '86' ? next.value : '', opening.currency)]
  })
  return { account, currency: opening.currency, openingCents: opening.cents, closingCents: closing.cents, entries }
}

function balanceOf(value: string, name: string) {
  const found = balance.exec(value)
  if (!found) throw new StatementFault('balanceMissing', name)
  const cents = centsOf(found[6] ?? '', name)
  return { cents: found[1] === 'C' ? cents : -cents, currency: found[5] ?? '' }
}

function accountOf(value: string): string {
  const compact = value.replace(/\s/g, '')
  const iban = /[A-Z]{2}\d{2}[A-Z0-9]{11,30}/.exec(compact)?.[0] ?? ''
  const found = [iban, iban.slice(0, -3)].find((one) => isValidIBAN(one)) ?? compact
  if (found === '') throw new StatementFault('accountMissing')
  return found
}

function readEntry(value: string, information: string, currency: string): RawEntry {
  const found = line61.exec(value)
  if (!found) throw new StatementFault('amountInvalid', `:61:${value.slice(0, 40)}`)
  const [, valueDay = '', entryDay, way = '', amount = '', , bankRef = '', added = ''] = found
  const cents = centsOf(amount, `:61:${value.slice(0, 40)}`)
  // A credit that is taken back is money that goes.
  const isIn = way === 'C' || way === 'RD'
  return {
    amountCents: isIn ? cents : -cents,
    currency,
    bookedOn: bookedOn(valueDay, entryDay, value),
    bankRef: noRef.test(bankRef.trim()) ? null : bankRef.trim(),
    ...readRemittance(information, added),
  }
}

/** The day of the entry has no year: that of the value day, or of the year beside it around New Year. */
function bookedOn(valueDay: string, entryDay: string | undefined, place: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{2})(\d{2})(\d{2})$/.exec(valueDay) ?? []
  if (entryDay === undefined) return dayOf(`20${year}`, month, day, place)
  const [entryMonth, entryOf] = [entryDay.slice(0, 2), entryDay.slice(2)]
  const turn = month === '12' && entryMonth === '01' ? 1 : month === '01' && entryMonth === '12' ? -1 : 0
  return dayOf(String(2000 + Number(year) + turn), entryMonth, entryOf, place)
}
