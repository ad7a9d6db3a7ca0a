import { numberFormat } from './format.ts'

// 1.234,50 as the Dutch and French write it, or without thousands; and 1,234.50, which nobody can mean otherwise.
const amounts = [/^(\d{1,3}(?:\.\d{3})+|\d+)(?:[.,](\d{1,2}))?$/, /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/]

/** An amount as people type it, in cents; null for what is none. */
export function readAmount(typed: string): number | null {
  const text = typed.replace(/[€\s]/g, '')
  const found = amounts.map((amount) => amount.exec(text)).find((match) => match !== null)
  if (found === undefined) return null
  const cents = Number((found[1] ?? '').replace(/[.,]/g, '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return cents > 0 ? cents : null
}

/** Cents as one would type them: 1234,50. */
export function typedAmount(cents: number): string {
  return numberFormat('typed amount', { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }).format(cents / 100)
}

/** Cents as they are written in the language: 1.234,50. */
export function groupedAmount(cents: number): string {
  return numberFormat('grouped amount', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100)
}

type AmountFault = 'letters' | 'negative' | 'decimals' | 'zero' | 'wrong'

/** Why what was typed is no amount; null when it is one, or nothing. */
export function amountFault(typed: string, mayBeZero = false): AmountFault | null {
  const text = typed.replace(/[€\s]/g, '')
  if (text === '' || readAmount(typed) !== null) return null
  if (/^0+([.,]0{1,2})?$/.test(text)) return mayBeZero ? null : 'zero'
  if (/^[-\u2212]/.test(text)) return 'negative'
  if (/[^\d.,]/.test(text)) return 'letters'
  return /^[\d.]*,\d{3,}$/.test(text) ? 'decimals' : 'wrong'
}
