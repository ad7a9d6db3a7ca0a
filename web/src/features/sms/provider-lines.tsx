import type { SmsProvider } from '@regie/contract/sms.ts'
import { formatMoment, formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'

const looks = {
  active: { tone: 'success', icon: 'check' },
  off: { tone: 'neutral', icon: 'pause' },
  failing: { tone: 'error', icon: 'alert' },
} as const

/** Each provider: how it stands, and what went and waits. */
export function ProviderLines({ providers }: { providers: readonly SmsProvider[] }) {
  const t = useText()
  return (
    <LineList>
      {providers.map(({ providerID, name, state, isSimulated, waiting, sentHour, failedHour, isBackup, troubleSince, reroutedHour }) => (
        <Line
          key={providerID ?? 0}
          name={name === '' ? t('sms.ownProvider') : name}
          badges={
            <>
              <Badge {...looks[state === 'active' && troubleSince !== null ? 'failing' : state]}>
                {t(`sms.providerStates.${state === 'active' && troubleSince !== null ? 'failing' : state}`)}
              </Badge>
              {isBackup && (
                <Badge tone="primary" icon="tick">
                  {t('sms.backup')}
                </Badge>
              )}
              {isSimulated && (
                <Badge tone="accent" icon="flask">
                  {t('sms.simulated')}
                </Badge>
              )}
            </>
          }
          actions={null}
        >
          <LineNote>
            {t('sms.providerLine', { sent: formatNumber(sentHour), failed: formatNumber(failedHour), waiting: formatNumber(waiting) })}
          </LineNote>
          {troubleSince !== null && <LineNote>{t('sms.trouble', { moment: formatMoment(troubleSince) })}</LineNote>}
          {reroutedHour > 0 && <LineNote>{t('sms.rerouted', { count: reroutedHour, shown: formatNumber(reroutedHour) })}</LineNote>}
        </Line>
      ))}
    </LineList>
  )
}
