import type { Callback } from '@regie/contract/arrangements.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { type ReactNode, useCallback, useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { notify } from '../../../session/notification.tsx'
import { useRight } from '../../../session/use-right.ts'
import { useSession } from '../../../session/use-session.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { failureWords } from '../../../ui/failure-text.tsx'
import { useChangeCallback } from '../arrangements-data.ts'
import { GiveDialog } from './give-dialog.tsx'

/** Opens the question who is to call; null when one may not give it away. */
export type GiveOf = (callback: Callback) => (() => void) | null

/** What can be done with a call-back in the list: taken over in one press, given to a colleague, done. */
export function useCallbackWork(customerID: number): {
  rowActions: (row: Callback) => readonly RowAction[]
  giveOf: GiveOf
  dialog: ReactNode
} {
  const t = useText()
  const { userID } = useSession()
  const mayChange = useRight(Right.changeCases)
  const [given, setGiven] = useState<Callback | null>(null)
  const { mutate } = useChangeCallback()
  const rowActions = useCallback(
    (row: Callback) => {
      const { callbackID, version, forUser } = row
      const noRight = mayChange ? undefined : t('ui.noRight')
      const change = (body: { forUserID: number } | { state: 'done' }, notice: string) => () =>
        mutate(
          { params: { callbackID }, body: { version, ...body } },
          { onSuccess: () => notify(notice), onError: (failure) => notify(failureWords(failure)) },
        )
      const isMine = forUser?.userID === userID
      return [
        {
          ...({ key: 'take', icon: 'user', label: t('arrangements.callbacks.take') } as const),
          reason: noRight ?? (isMine ? t('arrangements.callbacks.isMine') : undefined),
          onPress: change({ forUserID: userID }, t('arrangements.callbacks.takenNotice')),
        },
        {
          ...({ key: 'give', icon: 'users', label: t('arrangements.callbacks.give') } as const),
          reason: noRight,
          onPress: () => setGiven(row),
        },
        {
          ...({ key: 'done', icon: 'check', label: t('arrangements.callbacks.done') } as const),
          reason: noRight,
          onPress: change({ state: 'done' }, t('arrangements.callbacks.doneNotice')),
        },
      ]
    },
    [t, mayChange, userID, mutate],
  )
  const giveOf = useCallback<GiveOf>((row) => (mayChange ? () => setGiven(row) : null), [mayChange])
  const dialog = given && <GiveDialog customerID={customerID} callback={given} onClose={() => setGiven(null)} />
  return { rowActions, giveOf, dialog }
}
