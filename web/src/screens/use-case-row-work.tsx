import { caseActionRefusal } from '@regie/contract/case-action-rules.ts'
import type { CaseRow } from '@regie/contract/cases.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { findText, useText } from '../locales/i18n.tsx'
import { withTexts } from '../locales/locale-store.ts'
import { paths } from '../paths.ts'
import { useRight } from '../session/use-right.ts'
import type { RowAction } from '../ui/data-table.tsx'
import type { RowWork } from './case-row-dialog.tsx'

// Fetched with the first action, and its texts with it.
const CaseRowDialog = lazy(async () => ({
  default: (await withTexts(['arrangements'], import('./case-row-dialog.tsx'))).CaseRowDialog,
}))

/** What can be done with a case in a list, by the user's rights, and the dialog of what was asked. */
export function useCaseRowWork(): { rowActions: (row: CaseRow) => readonly RowAction[]; rowDialog: ReactNode } {
  const t = useText()
  const mayOpen = useRight(Right.viewCases)
  const mayChange = useRight(Right.changeCases)
  const [asked, setAsked] = useState<{ caseID: number; work: RowWork } | null>(null)
  const rowActions = useCallback(
    ({ caseID, status }: CaseRow) => {
      const refusal = caseActionRefusal(status, 'setResult')
      const noRight = mayOpen && mayChange ? undefined : t('ui.noRight')
      const whileOpen = noRight ?? (refusal === null ? undefined : (findText(`refusals.${refusal}`) ?? refusal))
      const ask = (work: RowWork) => () => setAsked({ caseID, work })
      return [
        { key: 'result', icon: 'result', label: t('cases.row.result'), reason: whileOpen, onPress: ask('result') },
        { key: 'callback', icon: 'phone', label: t('cases.row.callback'), reason: whileOpen, onPress: ask('callback') },
        { key: 'note', icon: 'edit', label: t('cases.row.note'), reason: noRight, onPress: ask('note') },
        { key: 'tab', icon: 'external', label: t('cases.row.tab'), onPress: () => void open(paths.case(caseID), '_blank', 'noopener') },
      ] as const
    },
    [t, mayOpen, mayChange],
  )
  const rowDialog =
    asked === null ? null : (
      <Suspense>
        <CaseRowDialog {...asked} onClose={() => setAsked(null)} />
      </Suspense>
    )
  return { rowActions, rowDialog }
}
