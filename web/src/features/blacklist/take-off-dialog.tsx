import type { BlacklistRow } from '@regie/contract/blacklist.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaInput } from '../../ui/inputs.tsx'
import { useTakeOff } from './blacklist-query.ts'

export function TakeOffDialog({ entry, onClose }: { entry: BlacklistRow; onClose: () => void }) {
  const t = useText()
  const takeOff = useTakeOff()
  const [reason, setReason] = useState('')
  const { blacklistID, value, scope } = entry
  return (
    <ConfirmDialog
      isOpen
      title={t('blacklist.remove.title', { value })}
      verb={t('blacklist.remove.verb')}
      kind="danger"
      fields={['reason']}
      isDisabled={reason.trim() === ''}
      onConfirm={() => takeOff.mutateAsync({ params: { blacklistID }, body: { reason: reason.trim() } })}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <p>{t('blacklist.remove.text')}</p>
          {scope === 'system' && (
            <p>
              <b>{t('blacklist.remove.system')}</b>
            </p>
          )}
          <TextAreaInput
            label={t('blacklist.remove.why')}
            isRequired
            maxLength={500}
            value={reason}
            error={faultAt('reason')}
            onChange={setReason}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
