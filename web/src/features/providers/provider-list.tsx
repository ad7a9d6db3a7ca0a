import { type Provider, type ProviderChannel, providerChannels } from '@regie/contract/providers.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineList } from '../../ui/line-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChangeProviderDialog } from './change-provider-dialog.tsx'
import { NewProviderDialog } from './new-provider-dialog.tsx'
import { useReturnFromService } from './oauth-notes.tsx'
import { wordsOf } from './provider-draft.ts'
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
      {({ rows }) => (
        <div className={styles.channels}>
          {isFinishing && <Notice title={t('providers.oauth.finishing')} />}
          {providerChannels.map((channel) => (
            <Panel
              key={channel}
              title={t(`cases.channels.${channel}`)}
              actions={<AddButton channel={channel} onPress={() => setNewFor(channel)} />}
              isFlush
            >
              <Lines channel={channel} rows={rows.filter((row) => row.channel === channel)} onChange={setChanging} />
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

type LinesProps = { channel: ProviderChannel; rows: readonly Provider[]; onChange: (provider: Provider) => void }

const noneWords = { message: 'providers.none', payment: 'providers.payment.none', request: 'providers.request.none' } as const

function Lines({ channel, rows, onChange }: LinesProps) {
  const t = useText()
  if (rows.length === 0) return <p className={styles.none}>{t(noneWords[wordsOf(channel)])}</p>
  return (
    <LineList>
      {rows.map((provider) => (
        <ProviderLine key={provider.providerID} provider={provider} onChange={() => onChange(provider)} />
      ))}
    </LineList>
  )
}
