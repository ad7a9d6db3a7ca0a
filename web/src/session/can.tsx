import type { ReactNode } from 'react'
import { useText } from '../locales/i18n.tsx'
import { useRight } from './use-right.ts'

type CanProps = {
  right: number | readonly number[]
  /** Why it may not be done now although one holds the right: "de batch is al gesloten". */
  refusal?: string | undefined
  children: (reason: string | undefined) => ReactNode
}

/** Gives a button the reason for which it is grey: `<Can right={Right.pauseBatches}>{(reason) => <Button reason={reason} …/>}</Can>`. */
export function Can({ right, refusal, children }: CanProps) {
  const t = useText()
  const mayDo = useRight(right)
  return children(mayDo ? refusal : t('ui.noRight'))
}
