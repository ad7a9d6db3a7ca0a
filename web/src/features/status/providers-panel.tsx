import type { StatusProvider } from '@regie/contract/status.ts'
import { useState } from 'react'
import { formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Panel } from '../../ui/panel.tsx'

const looks = {
  active: { tone: 'success', icon: 'check' },
  off: { tone: 'neutral', icon: 'pause' },
  failing: { tone: 'error', icon: 'alert' },
  unused: { tone: 'neutral', icon: 'question' },
} as const
const shownFirst = 8

/** Each provider and mailbox: whether it works, when it last did, and why it last failed. */
export function ProvidersPanel({ providers }: { providers: readonly StatusProvider[] }) {
  const t = useText()
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? providers : providers.slice(0, shownFirst)
  return (
    <Panel title={t('status.providers.title')} isFlush>
      {providers.length === 0 ? (
        <EmptyState icon="send" title={t('status.providers.none')} text={t('status.providers.noneText')} />
      ) : (
        <LineList>
          {shown.map((one) => (
            <ProviderLine key={`${one.customer.id} ${one.channel} ${one.providerID}`} provider={one} />
          ))}
          {shown.length < providers.length && (
            <Line name="" badges={null} actions={null}>
              <Button kind="quiet" onPress={() => setShowsAll(true)}>
                {t('status.providers.all', { count: providers.length })}
              </Button>
            </Line>
          )}
        </LineList>
      )}
    </Panel>
  )
}

function ProviderLine({ provider }: { provider: StatusProvider }) {
  const t = useText()
  const { customer, channel, name, isMailbox, isSimulated, state, okAt, listensSince, failedAt, isUnused } = provider
  const shown = state === 'active' && isUnused ? 'unused' : state
  const work = isMailbox ? 'read' : 'sent'
  return (
    <Line
      name={`${name === '' ? t('status.ownProvider') : name} · ${isMailbox ? t('status.providers.mailbox') : t(`cases.channels.${channel}`)}`}
      badges={
        <>
          <Badge {...looks[shown]}>{t(`status.providers.${shown}`)}</Badge>
          {isSimulated && (
            <Badge tone="accent" icon="flask">
              {t('status.providers.simulated')}
            </Badge>
          )}
        </>
      }
      actions={null}
    >
      <LineNote>
        {customer.name} ·{' '}
        {okAt === null ? t(`status.providers.never.${work}`) : t(`status.providers.last.${work}`, { moment: formatMoment(okAt) })}
      </LineNote>
      {isMailbox && state !== 'off' && (
        <LineNote>
          {listensSince === null
            ? t('status.providers.everyMinute')
            : t('status.providers.listens', { moment: formatMoment(listensSince) })}
        </LineNote>
      )}
      {failedAt !== null && (
        <LineNote>
          {t('status.providers.failed', { moment: formatMoment(failedAt) })}: {failureWords(provider, t)}
        </LineNote>
      )}
    </Line>
  )
}

function failureWords({ fault, cause, code }: StatusProvider, t: ReturnType<typeof useText>): string {
  const words = cause !== null ? t(`cases.causes.${cause}`) : fault !== null ? t(`status.faults.${fault}`) : t('status.faults.unknown')
  return code === '' ? words : `${words} (${code})`
}
