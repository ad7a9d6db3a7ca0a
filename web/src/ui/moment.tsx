import { formatMoment, formatMomentFull, formatMoney } from '../locales/format.ts'
import { useLocale } from '../locales/i18n.tsx'

/** A date as short as it can be read; hovering tells the whole. */
export function Moment({ at }: { at: string | null }) {
  useLocale()
  if (at === null) return <>–</>
  return (
    <time dateTime={at} title={formatMomentFull(at)} className="numbers">
      {formatMoment(at)}
    </time>
  )
}

export function Money({ cents, currency = 'EUR' }: { cents: number | null; currency?: string }) {
  useLocale()
  return <span className="numbers">{cents === null ? '–' : formatMoney(cents, currency)}</span>
}
