import type { Channel } from '@regie/contract/channels.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { isComplete, newDraft, providerFieldNames, requestOf } from './provider-draft.ts'
import { ProviderFields } from './provider-fields.tsx'
import { useCreateProvider } from './providers-data.ts'

/** A new provider for a channel. */
export function NewProviderDialog({ customerID, channel, onClose }: { customerID: number; channel: Channel; onClose: () => void }) {
  const t = useText()
  const create = useCreateProvider()
  const [draft, setDraft] = useState(newDraft)
  return (
    <ConfirmDialog
      isOpen
      title={t('providers.newTitle', { channel: t(`cases.channels.${channel}`) })}
      verb={t('providers.create')}
      isDisabled={!isComplete(draft)}
      fields={providerFieldNames}
      onConfirm={async () => {
        const { name } = await create.mutateAsync({ body: { ...requestOf(draft), customerID, channel, isOff: false } })
        notify(t('providers.done.create', { name }))
      }}
      onClose={onClose}
    >
      {(faultAt) => <ProviderFields {...{ channel, draft, faultAt }} isNew hasSecret={false} hasDkimKey={false} onChange={setDraft} />}
    </ConfirmDialog>
  )
}
