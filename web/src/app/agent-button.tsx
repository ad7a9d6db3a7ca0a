import { lazy, Suspense } from 'react'
import { withTexts } from '../locales/locale-store.ts'
import { useSelection } from '../session/selection.ts'

// The first screen does not wait for it.
const AgentControl = lazy(async () => ({
  default: (await withTexts(['agents'], import('../features/agents/agent-control.tsx'))).AgentControl,
}))

// Somebody who is put through is shown wherever their agent is.
const CallPop = lazy(async () => ({
  default: (await withTexts(['desk'], import('../features/desk/call-pop.tsx'))).CallPop,
}))

/** How one stands as an agent of the chosen customer; nothing for whoever is in no team there. */
export function AgentButton() {
  const { customerID } = useSelection()
  if (customerID === null) return null
  return (
    <Suspense fallback={null}>
      <AgentControl key={customerID} customerID={customerID} pop={<CallPop customerID={customerID} />} />
    </Suspense>
  )
}
