import type { ReactNode } from 'react'
import { useText } from '../locales/i18n.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useSelection } from './selection.ts'

/** Screens of one customer: asks for a choice first when none was made. */
export function WithCustomer({ children }: { children: (customerID: number, scriptID: number | null) => ReactNode }) {
  const t = useText()
  const { customerID, scriptID, isLoading, failure, retry } = useSelection()
  if (customerID !== null) return children(customerID, scriptID)
  if (isLoading) return <Skeleton lines={6} />
  if (failure !== null) return <ErrorState failure={failure} onRetry={retry} />
  return <EmptyState icon="building" title={t('selection.noCustomer.title')} text={t('selection.noCustomer.text')} />
}
