import { Right } from '@regie/contract/right-codes.ts'
import { lazy, Suspense } from 'react'
import { withTexts } from '../locales/locale-store.ts'
import { useSelection } from '../session/selection.ts'
import { useRight } from '../session/use-right.ts'
import styles from './toolbar.module.css'

// The first screen does not wait for it.
const CallbackBell = lazy(async () => ({
  default: (await withTexts(['arrangements'], import('../features/arrangements/callbacks/callback-bell.tsx'))).CallbackBell,
}))

/** The call-backs of the chosen customer, for whoever works on cases. */
export function CallbackButton() {
  const { customerID } = useSelection()
  const maySee = useRight(Right.viewCases)
  if (!maySee || customerID === null) return null
  return (
    <Suspense fallback={<span className={styles.bellPlace} />}>
      <CallbackBell key={customerID} customerID={customerID} />
    </Suspense>
  )
}
