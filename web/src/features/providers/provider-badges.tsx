import type { Provider } from '@regie/contract/providers.ts'
import { useText } from '../../locales/i18n.tsx'
import type { Tone } from '../../theme/colours.ts'
import { Badge } from '../../ui/badge.tsx'
import { mustConnect } from './oauth-notes.tsx'
import type { IconName } from '../../ui/icon.tsx'

const stateLooks: Record<Provider['state'], { tone: Tone; icon: IconName }> = {
  active: { tone: 'success', icon: 'check' },
  off: { tone: 'neutral', icon: 'pause' },
  failing: { tone: 'error', icon: 'alert' },
}

/** The kind of a provider, its state and whether it is the default of its channel. */
export function ProviderBadges({ provider }: { provider: Provider }) {
  const t = useText()
  const { settings, state, isDefault, isBackup, connection } = provider
  const isSimulated = settings.kind === 'simulated'
  return (
    <>
      <Badge tone={isSimulated ? 'accent' : 'info'} icon={isSimulated ? 'flask' : 'send'}>
        {t(`providers.kinds.${settings.kind}`)}
      </Badge>
      {mustConnect(provider) ? (
        <Badge tone="error" icon="alert">
          {t(connection === null ? 'providers.oauth.notConnected' : 'providers.oauth.reconnect')}
        </Badge>
      ) : (
        <Badge {...stateLooks[state]}>{t(`providers.states.${state}`)}</Badge>
      )}
      {isBackup && (
        <Badge tone="primary" icon="tick">
          {t('providers.backup')}
        </Badge>
      )}
      {isDefault && (
        <Badge tone="primary" icon="tick">
          {t('providers.default')}
        </Badge>
      )}
    </>
  )
}
