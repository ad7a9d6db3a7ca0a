import { mollieMethods } from '@regie/contract/payment-providers.ts'
import { carriesNothing, type Provider } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Line, LineNote } from '../../ui/line-list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { ConnectButton, OauthNotes } from './oauth-notes.tsx'
import { ProviderBadges } from './provider-badges.tsx'
import { wordsOf } from './provider-draft.ts'
import { ProviderQuestion, type ProviderQuestionKind } from './provider-question.tsx'
import { useTestProvider } from './providers-data.ts'
import styles from './providers.module.css'

/** One provider: what it is, how its last test went, who uses it, and what may be done to it. */
export function ProviderLine({ provider, onChange }: { provider: Provider; onChange: () => void }) {
  const t = useText()
  const [question, setQuestion] = useState<ProviderQuestionKind | null>(null)
  const { name, settings, scripts, scriptsByDefault, testText, unplaced } = provider
  return (
    <Line
      name={name}
      badges={<ProviderBadges provider={provider} />}
      actions={
        <Can right={Right.changeProviders}>
          {(reason) => <LineActions provider={provider} reason={reason} onChange={onChange} onAsk={setQuestion} />}
        </Can>
      }
    >
      {settings.kind === 'whatsapp-cloud' && (
        <LineNote>{t('providers.cloudNumber', { phone: settings.phoneNumberId, account: settings.wabaId })}</LineNote>
      )}
      {settings.kind === 'web-pairing' && <LineNote>{t('providers.pairing.line', { count: settings.perMinute })}</LineNote>}
      {settings.kind !== 'simulated' && settings.kind !== 'whatsapp-cloud' && settings.kind !== 'web-pairing' && (
        <LineNote>
          {'url' in settings ? new URL(settings.url).host : `${settings.host}:${settings.port}`}
          {'sender' in settings && settings.sender !== '' && ` · ${settings.sender}`}
          {settings.kind === 'imap' && ` · ${settings.user} · ${settings.folder}`}
          {settings.kind === 'smpp' && ` · ${settings.user}`}
          {settings.kind === 'mollie' && ` · ${mollieMethods[settings.method]}`}
        </LineNote>
      )}
      <OauthNotes provider={provider} />
      <LineNote>{testWords(provider, t)}</LineNote>
      {provider.template !== null && <LineNote>{t('providers.ofTemplate.only', { name: provider.template.name })}</LineNote>}
      {provider.troubleSince !== null && <LineNote>{t('providers.trouble', { moment: formatMoment(provider.troubleSince) })}</LineNote>}
      {testText !== '' && <span className={styles.answer}>{t('providers.test.answered', { text: testText })}</span>}
      {scripts.length > 0 && <LineNote>{t('providers.usedBy', { count: scripts.length, names: scripts.join(', ') })}</LineNote>}
      {scriptsByDefault.length > 0 && (
        <LineNote>{t('providers.usedByDefault', { count: scriptsByDefault.length, names: scriptsByDefault.join(', ') })}</LineNote>
      )}
      {provider.isBackup && <LineNote>{t('providers.backupFor')}</LineNote>}
      {provider.template === null && scripts.length + scriptsByDefault.length === 0 && !provider.isBackup && (
        <LineNote>{t(idleWords(provider))}</LineNote>
      )}
      {provider.webhookUrl !== '' && (
        <LineNote>
          {t('providers.webhook')} <code className={styles.webhook}>{provider.webhookUrl}</code>
        </LineNote>
      )}
      {unplaced > 0 && <LineNote>{t('providers.unplaced', { count: unplaced })}</LineNote>}
      {question !== null && <ProviderQuestion kind={question} provider={provider} onClose={() => setQuestion(null)} />}
    </Line>
  )
}

function idleWords({ channel, isDefault, settings: { kind } }: Provider) {
  const words = wordsOf(channel)
  if (words !== 'message') return isDefault ? (`providers.${words}.takes` as const) : (`providers.${words}.unused` as const)
  return kind === 'imap' ? 'providers.readsEveryMinute' : kind === 'speech-http' ? 'providers.speech.speaks' : 'providers.unused'
}

type LineActionsProps = {
  provider: Provider
  reason: string | undefined
  onChange: () => void
  onAsk: (kind: ProviderQuestionKind) => void
}

function LineActions({ provider, reason, onChange, onAsk }: LineActionsProps) {
  const t = useText()
  const test = useTestProvider()
  const { name, settings, state, isDefault, scripts } = provider
  const run = () =>
    test.mutateAsync({ params: { providerID: provider.providerID } }).then(
      (tested) => notify(`${name}: ${testWords(tested, t)}`),
      (failure: Error) => notify(failureWords(failure)),
    )
  const action = (key: ProviderQuestionKind) => ({ key, label: t(`providers.actions.${key}`), reason, onPress: () => onAsk(key) })
  return (
    <>
      <ConnectButton provider={provider} reason={reason} />
      <Button reason={reason} isBusy={test.isPending} onPress={() => void run()}>
        {t('providers.test.run')}
        <span className="visually-hidden">: {name}</span>
      </Button>
      <Menu
        label={t('providers.actions.of', { name })}
        trigger={<IconButton icon="more" label={t('providers.actions.of', { name })} />}
        items={[
          { key: 'change', label: t('providers.actions.change'), icon: 'edit', reason, onPress: onChange },
          ...(carriesNothing(settings.kind) || provider.template !== null
            ? []
            : [{ ...action(isDefault ? 'endDefault' : 'makeDefault'), icon: 'tick' } as const]),
          { ...action(state === 'off' ? 'switchOn' : 'switchOff'), icon: state === 'off' ? 'play' : 'pause' },
          {
            ...action('remove'),
            icon: 'trash',
            isDanger: true,
            reason: reason ?? (scripts.length > 0 ? t('providers.inUse', { count: scripts.length }) : undefined),
          },
        ]}
      />
    </>
  )
}

/** How the last test went. */
function testWords({ testedAt, testFault, settings }: Provider, t: ReturnType<typeof useText>): string {
  if (testedAt === null) return t('providers.test.never')
  const moment = formatMoment(testedAt)
  if (settings.kind === 'simulated') return t('providers.test.simulated', { moment })
  return testFault === null ? t('providers.test.good', { moment }) : t(`providers.test.faults.${testFault}`, { moment })
}
