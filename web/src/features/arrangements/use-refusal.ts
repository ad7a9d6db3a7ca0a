import type { CaseDetail } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'

/** Why nothing may be arranged about this case; undefined when it may. A closed case has no outreach that could wait. */
export function useRefusal({ batchLocked, status }: Pick<CaseDetail, 'batchLocked' | 'status'>) {
  const t = useText()
  const mayChange = useRight(Right.changeCases)
  const mayLock = useRight(Right.lockBatches)
  const anyway = !mayChange ? t('ui.noRight') : batchLocked && !mayLock ? t('cases.locked') : undefined
  return { toNote: anyway, toArrange: anyway ?? (status === 'closed' ? t('refusals.case.alreadyClosed') : undefined) }
}
