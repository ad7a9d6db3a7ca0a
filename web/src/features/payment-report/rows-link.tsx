import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'

type RowsLinkProps = {
  /** How many rows there are: none leads nowhere. */
  count: number
  /** The number as it is shown, and what it counts. */
  shown: string
  what: string
  search: Parameters<typeof paths.paymentRows>[0]
  children?: ReactNode
}

/** A number of the report that leads to the links or payments that it counts. */
export function RowsLink({ count, shown, what, search, children = shown }: RowsLinkProps) {
  const t = useText()
  if (count === 0) return <>{children}</>
  return (
    <AppLink to={paths.paymentRows(search)} label={t('paymentReport.rows.link', { shown, what })}>
      {children}
    </AppLink>
  )
}
