import { Provider } from '@regie/contract/providers.ts'
import { useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { errorText } from '../../locales/error-text.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConflictNotice } from '../../ui/conflict-notice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Stack } from '../../ui/stack.tsx'
import { useVersionedForm } from '../../ui/use-versioned-form.ts'
import { draftOf, isComplete, isSameDraft, providerFieldNames, requestOf } from './provider-draft.ts'
import { ProviderFields } from './provider-fields.tsx'
import { useChangeProvider } from './providers-data.ts'

/** The settings of a provider. Did a colleague change them meanwhile, then both are shown and the draft stays. */
export function ChangeProviderDialog({ provider, onClose }: { provider: Provider; onClose: () => void }) {
  const t = useText()
  const change = useChangeProvider()
  const [draft, setDraft] = useState(() => draftOf(provider))
  const [failure, setFailure] = useState<Error | null>(null)
  const { base, theirs, lastSave, takeTheirs, save } = useVersionedForm({
    row: provider,
    schema: Provider,
    isChanged: (row) => !isSameDraft(draft, draftOf(row)),
    show: (row) => {
      setDraft(draftOf(row))
      setFailure(null)
    },
  })
  async function send() {
    setFailure(null)
    const isOff = (theirs ?? base).state === 'off'
    try {
      const saved = await save((version) =>
        change.mutateAsync({
          params: { providerID: provider.providerID },
          body: { ...requestOf(draft, draftOf(base)), isOff, version },
        }),
      )
      if (saved === null) return
      notify(t('providers.done.change', { name: saved.name }))
      onClose()
    } catch (refusal) {
      setFailure(refusal as Error)
    }
  }
  const words = ({ name, settings, state, isDefault }: Provider) => [
    { key: 'name', label: t('providers.fields.name'), value: name },
    ...(settings.kind === 'whatsapp-cloud'
      ? [
          { key: 'phoneNumberId', label: t('providers.fields.phoneNumberId'), value: settings.phoneNumberId },
          { key: 'wabaId', label: t('providers.fields.wabaId'), value: settings.wabaId },
        ]
      : []),
    ...(settings.kind !== 'simulated' && settings.kind !== 'whatsapp-cloud' && settings.kind !== 'web-pairing'
      ? [
          { key: 'host', label: t('providers.fields.host'), value: 'url' in settings ? settings.url : `${settings.host}:${settings.port}` },
          ...('user' in settings ? [{ key: 'user', label: t('providers.fields.user'), value: settings.user }] : []),
        ]
      : []),
    ...('sender' in settings ? [{ key: 'sender', label: t('providers.fields.sender'), value: settings.sender }] : []),
    { key: 'state', label: t('providers.fields.state'), value: t(`providers.states.${state}`) },
    { key: 'default', label: t('providers.fields.isDefault'), value: t(isDefault ? 'ui.yes' : 'ui.no') },
  ]
  const refusedField = failure instanceof ApiFailure ? failure.field : undefined
  const isAtField = providerFieldNames.includes(refusedField ?? '')
  const faultAt = (field: string) =>
    failure instanceof ApiFailure && isAtField && refusedField === field ? errorText(failure.code, failure.params) : undefined
  return (
    <Dialog
      isOpen
      title={t('providers.changeTitle', { name: base.name })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="main"
            isBusy={change.isPending}
            isDisabled={!isComplete(draft) || isSameDraft(draft, draftOf(base))}
            onPress={() => void send()}
          >
            {t('ui.save')}
          </Button>
        </>
      }
    >
      <Stack isWide>
        {theirs !== null && <ConflictNotice lastSave={lastSave} items={words(theirs)} onTake={takeTheirs} />}
        <ProviderFields
          {...{ draft, faultAt }}
          channel={base.channel}
          isNew={false}
          isOfTemplate={base.template !== null}
          prices={base.prices}
          hasSecret={base.hasSecret}
          hasDkimKey={base.hasDkimKey}
          onChange={setDraft}
        />
        {failure !== null && !isAtField && <FailureText failure={failure} />}
      </Stack>
    </Dialog>
  )
}
