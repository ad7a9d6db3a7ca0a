export type DecimalMark = ',' | '.'
/** What one amount says of the decimal mark in its file: proven by its shape, `either` for 1.234, none for 1234. */
export type MarkEvidence = DecimalMark | 'either' | 'none'

export type AmountReason = 'amountInvalid' | 'amountNegative'

const groupedComma = /^\d{1,3}(\.\d{3})+,\d{1,2}$/
const groupedDot = /^\d{1,3}(,\d{3})+\.\d{1,2}$/
const negative = /^[-\u2212(]|\)$|\d[-\u2212]$/

function bare(text: string) {
  return text
    .replace(/[\s\u00A0\u202F'’]/g, '')
    .replace(/^([-\u2212(]?)(€|eur)/i, '$1')
    .replace(/(€|eur)$/i, '')
    .replace(/,[-\u2013\u2014]{1,2}$/, ',00')
}

/** Which mark stands before the cents of this amount. */
export function markEvidence(text: string): MarkEvidence {
  const amount = bare(text).replace(/[-\u2212()+]/g, '')
  const commas = amount.split(',').length - 1
  const dots = amount.split('.').length - 1
  if (commas > 0 && dots > 0) return groupedComma.test(amount) ? ',' : groupedDot.test(amount) ? '.' : 'none'
  const mark = commas > 0 ? ',' : dots > 0 ? '.' : null
  if (mark === null) return 'none'
  const other = mark === ',' ? '.' : ','
  const parts = amount.split(mark)
  if (parts.length > 2) return isGrouped(parts) ? other : 'none'
  const cents = parts[1] ?? ''
  if (/^\d{1,2}$/.test(cents)) return mark
  return isGrouped(parts) ? 'either' : 'none'
}

const isGrouped = ([first = '', ...rest]: string[]) => /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))

/** The mark of a file from all its amounts; a person must say when one may be thousands or cents and the others do not settle it. */
export function decimalMarkOf(evidence: ReadonlySet<MarkEvidence>): { mark: DecimalMark | null; mustAsk: boolean } {
  const mark = evidence.has(',') === evidence.has('.') ? null : evidence.has(',') ? ',' : '.'
  return { mark, mustAsk: mark === null && evidence.has('either') }
}

/** The amount in whole cents, or why it is none. `mark` decides only what the amount itself leaves open. */
export function readAmount(text: string, mark: DecimalMark | null): { value: number } | { reason: AmountReason } {
  const amount = bare(text)
  if (!/\d/.test(amount) || !/^[-\u2212(+]?[\d.,]+[-\u2212)]?$/.test(amount)) return { reason: 'amountInvalid' }
  if (negative.test(amount)) return { reason: 'amountNegative' }
  const digits = amount.replace('+', '')
  if (/^\d+$/.test(digits)) return centsOf(digits, '')
  const evidence = markEvidence(digits)
  if (evidence === 'none') return { reason: 'amountInvalid' }
  if (evidence !== 'either') {
    const [whole = '', cents = ''] = digits.split(evidence)
    return centsOf(whole.replace(/[.,]/g, ''), cents)
  }
  // 1.234 is one thousand or more only when the point is not the decimal mark: nobody pays tenths of a cent.
  return mark !== null && !digits.includes(mark) ? centsOf(digits.replace(/[.,]/g, ''), '') : { reason: 'amountInvalid' }
}

function centsOf(whole: string, cents: string): { value: number } | { reason: AmountReason } {
  const value = Number(whole || '0') * 100 + Number(cents.padEnd(2, '0'))
  return Number.isSafeInteger(value) ? { value } : { reason: 'amountInvalid' }
}
