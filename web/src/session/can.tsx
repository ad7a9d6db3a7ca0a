import type { Endpoint } from '@regie/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { useText } from '../locales/i18n.tsx'
import { useMayCall, useRight } from './use-right.ts'

type CanProps = {
  /** Why it may not be done now although one holds the right: "de batch is al gesloten". */
  refusal?: string | undefined
  children: (reason: string | undefined) => ReactNode
} & ({ right: number | readonly number[] } | { to: Pick<Endpoint, 'access'> })

/**
 * Gives a button the reason for which it is grey: `<Can right={Right.pauseBatches}>{(reason) => <Button reason={reason} …/>}</Can>`. With `to` it asks
 * every right of the call that the button makes.
 */
export function Can({ refusal, children, ...wanted }: CanProps) {
  const t = useText()
  const holds = useRight('right' in wanted ? wanted.right : [])
  const mayCall = useMayCall('to' in wanted ? wanted.to : { access: 'loggedIn' })
  const mayDo = 'right' in wanted ? holds : mayCall
  return children(mayDo ? refusal : t('ui.noRight'))
}
