import { numberFormat } from './format.ts'

/** An amount as people type it (1.234,50 or 1234.5) in cents; null for what is none. */
export function readAmount(typed: string): number | null {
  const found = /^(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(typed.replace(/[€\s]/g, ''))
  if (found === null) return null
  const cents = Number((found[1] ?? '').replace(/[.,]/g, '')) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
  return cents > 0 ? cents : null
}

/** Cents as one would type them: 1234,50. */
export function typedAmount(cents: number): string {
  return numberFormat('typed amount', { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }).format(cents / 100)
}
