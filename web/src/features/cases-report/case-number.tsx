import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import type { AppPath } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'

/** A number of cases that leads to them; none leads nowhere. */
export function CaseNumber({ count, what, to }: { count: number; what: string; to: AppPath }) {
  const t = useText()
  const shown = formatNumber(count)
  if (count === 0) return <>{shown}</>
  return (
    <AppLink to={to} label={t('casesReport.link', { shown, what })}>
      {shown}
    </AppLink>
  )
}
