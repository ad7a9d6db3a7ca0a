import type { ResponseOf } from '@regie/contract/endpoint.ts'
import { type Provider, type providerApi, type ProviderChannel, providerChannels } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChangeProviderDialog } from './change-provider-dialog.tsx'
import { NewProviderDialog } from './new-provider-dialog.tsx'
import { useReturnFromService } from './oauth-notes.tsx'
import { ProviderLine } from './provider-line.tsx'
import { useProviders } from './providers-data.ts'
import styles from './providers.module.css'

/** Who carries each channel of a customer; a channel without providers is carried by the installation's own. */
export function ProviderList({ customerID }: { customerID: number }) {
  const t = useText()
  const isFinishing = useReturnFromService()
  const [newFor, setNewFor] = useState<ProviderChannel | null>(null)
  const [changing, setChanging] = useState<Provider | null>(null)
  return (
    <Loaded query={useProviders(customerID)} lines={10}>
      {({ rows, own }) => (
        <div className={styles.channels}>
          {isFinishing && <Notice title={t('providers.oauth.finishing')} />}
          {providerChannels.map((channel) => (
            <Panel
              key={channel}
              title={t(`cases.channels.${channel}`)}
              actions={<AddButton channel={channel} onPress={() => setNewFor(channel)} />}
              isFlush
            >
              <Lines
                rows={rows.filter((row) => row.channel === channel)}
                own={own.find((one) => one.channel === channel)}
                onChange={setChanging}
              />
            </Panel>
          ))}
          {newFor !== null && <NewProviderDialog customerID={customerID} channel={newFor} onClose={() => setNewFor(null)} />}
          {changing !== null && (
            <ChangeProviderDialog
              provider={rows.find((row) => row.providerID === changing.providerID) ?? changing}
              onClose={() => setChanging(null)}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

function AddButton({ channel, onPress }: { channel: ProviderChannel; onPress: () => void }) {
  const t = useText()
  return (
    <Can right={Right.changeProviders}>
      {(reason) => (
        <Button icon={<Icon name="plus" size={16} />} reason={reason} onPress={onPress}>
          {t('providers.add')}
          <span className="visually-hidden">: {t(`cases.channels.${channel}`)}</span>
        </Button>
      )}
    </Can>
  )
}

type Own = ResponseOf<typeof providerApi.list>['own'][number]
type LinesProps = {
  rows: readonly Provider[]
  own: Own | undefined
  onChange: (provider: Provider) => void
}

function Lines({ rows, own, onChange }: LinesProps) {
  const t = useText()
  if (rows.length === 0 && own === undefined) return <p className={styles.none}>{t('providers.request.none')}</p>
  return (
    <LineList>
      {rows.length === 0 && own !== undefined && <OwnLine own={own} />}
      {rows.map((provider) => (
        <ProviderLine key={provider.providerID} provider={provider} onChange={() => onChange(provider)} />
      ))}
    </LineList>
  )
}

/** What carries a channel of which the customer has no provider: that of the installation, which nobody changes here. */
function OwnLine({ own: { simulated } }: { own: Own }) {
  const t = useText()
  return (
    <Line
      name={t('providers.own.name')}
      badges={
        simulated ? (
          <Badge tone="accent" icon="flask">
            {t('providers.kinds.simulated')}
          </Badge>
        ) : (
          <Badge tone="success" icon="check">
            {t('providers.states.active')}
          </Badge>
        )
      }
      actions={null}
    >
      <LineNote>{t(simulated ? 'providers.own.simulated' : 'providers.own.carries')}</LineNote>
    </Line>
  )
}
