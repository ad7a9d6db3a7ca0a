import type { Provider } from '@regie/contract/providers.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import { wordsOf } from './provider-draft.ts'
import { useChangeProvider, useRemoveProvider } from './providers-data.ts'

export type ProviderQuestionKind = 'makeDefault' | 'endDefault' | 'switchOn' | 'switchOff' | 'remove'

type ProviderQuestionProps = { kind: ProviderQuestionKind; provider: Provider; onClose: () => void }

const consequences = {
  message: (kind: ProviderQuestionKind) => `providers.consequences.${kind}` as const,
  payment: (kind: ProviderQuestionKind) => `providers.payment.consequences.${kind}` as const,
  request: (kind: ProviderQuestionKind) => `providers.request.consequences.${kind}` as const,
} as const

/** Says which scripts an action concerns before it is done. */
export function ProviderQuestion({ kind, provider, onClose }: ProviderQuestionProps) {
  const t = useText()
  const change = useChangeProvider()
  const remove = useRemoveProvider()
  const { providerID, channel, name, settings, state, isDefault, version, scripts, scriptsByDefault } = provider
  const concerned = kind === 'switchOn' || kind === 'switchOff' ? [...scripts, ...scriptsByDefault] : scriptsByDefault
  async function confirm() {
    if (kind === 'remove') await remove.mutateAsync({ params: { providerID } })
    else
      await change.mutateAsync({
        params: { providerID },
        body: {
          ...{ name, settings, version },
          isOff: kind === 'switchOff' || (kind !== 'switchOn' && state === 'off'),
          isDefault: kind === 'makeDefault' || (kind !== 'endDefault' && isDefault),
        },
      })
    notify(t(`providers.done.${kind}`, { name }))
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(`providers.questions.${kind}`, { name })}
      verb={t(`providers.actions.${kind}`)}
      kind={kind === 'remove' || kind === 'switchOff' ? 'danger' : 'main'}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack>
        <p>{t(consequences[wordsOf(channel)](kind))}</p>
        {concerned.length > 0 && (
          <Notice
            tone={kind === 'switchOff' ? 'warning' : 'info'}
            icon="script"
            title={t('providers.scripts', { count: concerned.length })}
          >
            <ul>
              {concerned.map((script) => (
                <li key={script}>{script}</li>
              ))}
            </ul>
          </Notice>
        )}
      </Stack>
    </ConfirmDialog>
  )
}
