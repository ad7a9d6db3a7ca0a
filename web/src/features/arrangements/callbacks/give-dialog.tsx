import type { Callback } from '@regie/contract/arrangements.ts'
import { useState } from 'react'
import { useText } from '../../../locales/i18n.tsx'
import { formatNextMoment } from '../../../locales/next-moment.ts'
import { notify } from '../../../session/notification.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import styles from '../arrangements.module.css'
import { useChangeCallback } from '../arrangements-data.ts'
import { ColleagueInput } from './colleague-input.tsx'

/** Gives a call-back to a colleague, or to whoever is there. Who gets it and who had it are notified. */
export function GiveDialog({ customerID, callback, onClose }: { customerID: number; callback: Callback; onClose: () => void }) {
  const t = useText()
  const change = useChangeCallback()
  const { callbackID, version, forUser, name, caseNumber, at, note } = callback
  const before = forUser?.userID ?? null
  const [forUserID, setForUserID] = useState(before)
  const give = async () => {
    await change.mutateAsync({ params: { callbackID }, body: { version, forUserID } })
    notify(t('arrangements.callbacks.givenNotice'))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('arrangements.callbacks.giveTitle', { name: name === '' ? caseNumber : name })}
      verb={t('arrangements.callbacks.giveVerb')}
      fields={['forUserID']}
      isDisabled={forUserID === before}
      onConfirm={give}
      onClose={onClose}
    >
      {(faultAt) => (
        <div className={styles.stack}>
          <p className={styles.text}>
            <strong>{formatNextMoment(at)}</strong>
            {note !== '' && ` · ${note}`}
          </p>
          <ColleagueInput customerID={customerID} value={forUserID} onChange={setForUserID} error={faultAt('forUserID')} />
        </div>
      )}
    </ConfirmDialog>
  )
}
