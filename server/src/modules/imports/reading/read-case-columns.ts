import type { RowReason } from '@regie/contract/files.ts'
import type { CellTransform } from '@regie/contract/cell-transforms.ts'
import { type ImportFlag, importFlags } from '@regie/contract/import-columns.ts'
import type { CountryCode } from 'libphonenumber-js/max'
import { readDate } from '../../fields/date-order.ts'
import type { FileFormats } from '../../fields/field-value.ts'
import type { CaseNews, RowPlan } from './row-plan.ts'

type Refusal = { reason: RowReason; index: number }

// Everything else that stands in the column of a flag raises it: a date of death, a reason, a word that we do not know. Who must not be
// contacted and is cannot be undone; who may be and is not is seen and resumed.
const isOff = /^(nee|n|no|non|false|onwaar|faux|0+([.,]0+)?|-|geen|none|aucun|n\.?v\.?t\.?|n\/a|uit|off)$/i
const symbols: Readonly<Record<string, string>> = { '€': 'EUR', EURO: 'EUR', $: 'USD', '£': 'GBP' }
const currencies = new Set(Intl.supportedValuesOf('currency'))
const words: Readonly<Record<string, number>> = {
  hoog: 2,
  high: 2,
  haute: 2,
  urgent: 1,
  normaal: 5,
  normal: 5,
  normale: 5,
  laag: 8,
  low: 8,
  basse: 8,
}
const none: CaseNews & { refusals: Refusal[] } = {
  refusals: [],
  flag: null,
  startOn: null,
  expiresOn: null,
  priority: null,
  linkedNumber: null,
  currency: 'EUR',
}

/** What the flags and the other columns of a row say of its case. */
export function readCaseColumns({ news, formats, today }: RowPlan, cells: readonly string[]): CaseNews & { refusals: readonly Refusal[] } {
  if (news.length === 0) return none
  const read = { ...none, refusals: [] as Refusal[] }
  for (const { index, key, transform } of news) {
    const text = (cells[index] ?? '').trim()
    if (text === '') continue
    const refuse = (reason: RowReason) => read.refusals.push({ reason, index })
    if (key === 'start_op' || key === 'vervalt_op') {
      const date = readDate(text, formatsOf(formats, transform).dateOrder)
      if ('reason' in date) refuse(date.reason)
      else if (key === 'vervalt_op' && date.value < today) refuse('expired')
      else if (key === 'vervalt_op') read.expiresOn = date.value
      else if (date.value > today) read.startOn = date.value
    } else if (key === 'prioriteit') {
      const priority = words[text.toLowerCase()] ?? Number(text)
      if (!Number.isInteger(priority) || priority < 1 || priority > 9) refuse('numberInvalid')
      else read.priority = priority
    } else if (key === 'gekoppeld_dossier') {
      if (text.length > 35) refuse('tooLong')
      else read.linkedNumber = text
    } else if (key === 'valuta') {
      const currency = symbols[text.toUpperCase()] ?? text.toUpperCase()
      if (currencies.has(currency)) read.currency = currency
      else refuse('currencyUnsupported')
    } else if (!isOff.test(text)) read.flag = stronger(read.flag, key)
  }
  return read
}

function stronger(one: ImportFlag | null, other: ImportFlag): ImportFlag {
  return one !== null && importFlags.indexOf(one) < importFlags.indexOf(other) ? one : other
}

/** The formats of a file with what was chosen for one column. */
export function formatsOf(formats: FileFormats, transform: CellTransform | null): FileFormats {
  switch (transform) {
    case 'date:dmy':
    case 'date:mdy':
    case 'date:ymd':
      return { ...formats, dateOrder: transform.slice(5) as 'dmy' | 'mdy' | 'ymd' }
    case 'amount:comma':
      return { ...formats, decimalMark: ',' }
    case 'amount:point':
      return { ...formats, decimalMark: '.' }
    case 'phone:NL':
    case 'phone:BE':
    case 'phone:DE':
    case 'phone:FR':
      return { ...formats, phoneCountry: transform.slice(6) as CountryCode }
    case 'upper':
    case null:
      return formats
  }
}
