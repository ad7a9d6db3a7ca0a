import type { ProviderChannel } from '@regie/contract/providers.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { isComplete, newDraft, providerFieldNames, requestOf, withKind } from './provider-draft.ts'
import { ProviderFields } from './provider-fields.tsx'
import { useCreateProvider } from './providers-data.ts'

type NewProviderProps = {
  customerID: number
  channel: ProviderChannel
  ofTemplate?: { templateID: number; name: string }
  onClose: () => void
}

/** A new provider for a channel, or for one template alone. */
export function NewProviderDialog({ customerID, channel, ofTemplate, onClose }: NewProviderProps) {
  const t = useText()
  const create = useCreateProvider()
  const [draft, setDraft] = useState(() => (ofTemplate ? withKind({ ...newDraft, name: ofTemplate.name.slice(0, 60) }, 'smtp') : newDraft))
  return (
    <ConfirmDialog
      isOpen
      title={
        ofTemplate
          ? t('providers.ofTemplate.title', { name: ofTemplate.name })
          : t('providers.newTitle', { channel: t(`cases.channels.${channel}`) })
      }
      verb={t(ofTemplate ? 'providers.ofTemplate.create' : 'providers.create')}
      isDisabled={!isComplete(draft)}
      fields={providerFieldNames}
      onConfirm={async () => {
        const { name } = await create.mutateAsync({
          body: { ...requestOf(draft), customerID, channel, isOff: false, ...(ofTemplate && { templateID: ofTemplate.templateID }) },
        })
        notify(t('providers.done.create', { name }))
      }}
      onClose={onClose}
    >
      {(faultAt) => (
        <ProviderFields
          {...{ channel, draft, faultAt }}
          isNew
          isOfTemplate={ofTemplate !== undefined}
          hasSecret={false}
          hasDkimKey={false}
          onChange={setDraft}
        />
      )}
    </ConfirmDialog>
  )
}
