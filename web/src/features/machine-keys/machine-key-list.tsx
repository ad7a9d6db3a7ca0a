import type { MachineKey, RightName } from '@regie/contract/machine-keys.ts'
import { useRef, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineList } from '../../ui/line-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ChangeKeyDialog, MachineKeyDialog } from './machine-key-dialog.tsx'
import { MachineKeyLine } from './machine-key-line.tsx'
import styles from './machine-keys.module.css'
import { useMachineKeys, useRevokeMachineKey, useRightNames } from './machine-keys-data.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

type Asked = { kind: 'new' } | { kind: 'change' | 'revoke'; machineKey: MachineKey } | { kind: 'key'; key: string }

/** The keys of a customer: what each may do, how long, from where, and when it was used. */
export function MachineKeyList({ customerID }: { customerID: number }) {
  const names = useRightNames()
  return <Loaded query={names}>{(rightNames) => <Board customerID={customerID} rightNames={rightNames} />}</Loaded>
}

function Board({ customerID, rightNames }: { customerID: number; rightNames: readonly RightName[] }) {
  const t = useText()
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Loaded query={useMachineKeys(customerID)} lines={5}>
      {({ rows }) => (
        <div className={styles.board}>
          {rows.length === 0 ? (
            <EmptyState icon="key" title={t('machineKeys.empty.title')} text={t('machineKeys.empty.text')} />
          ) : (
            <Panel title={t('machineKeys.listTitle')} isFlush>
              <LineList>
                {rows.map((machineKey) => (
                  <MachineKeyLine
                    key={machineKey.machineKeyID}
                    machineKey={machineKey}
                    rightNames={rightNames}
                    onAsk={(kind) => setAsked({ kind, machineKey })}
                  />
                ))}
              </LineList>
            </Panel>
          )}
          {asked !== null && <Question customerID={customerID} rightNames={rightNames} asked={asked} onAsk={setAsked} />}
        </div>
      )}
    </Loaded>
  )
}

/** Makes a key, and shows it once. */
export function NewKeyButton({ customerID }: { customerID: number }) {
  const t = useText()
  const { data: rightNames } = useRightNames()
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <>
      <Button kind="main" icon={<Icon name="plus" size={16} />} onPress={() => setAsked({ kind: 'new' })}>
        {t('machineKeys.new')}
      </Button>
      {asked !== null && rightNames !== undefined && (
        <Question customerID={customerID} rightNames={rightNames} asked={asked} onAsk={setAsked} />
      )}
    </>
  )
}

type QuestionProps = { customerID: number; rightNames: readonly RightName[]; asked: Asked; onAsk: (asked: Asked | null) => void }

function Question({ customerID, rightNames, asked, onAsk }: QuestionProps) {
  const t = useText()
  const revoke = useRevokeMachineKey()
  // Told by the answer, after which the question closes.
  const made = useRef<string | null>(null)
  const close = () => onAsk(made.current === null ? null : { kind: 'key', key: made.current })
  switch (asked.kind) {
    case 'new':
      return (
        <MachineKeyDialog
          customerID={customerID}
          rightNames={rightNames}
          onMade={(key) => {
            made.current = key
          }}
          onClose={close}
        />
      )
    case 'change':
      return <ChangeKeyDialog machineKey={asked.machineKey} rightNames={rightNames} onClose={() => onAsk(null)} />
    case 'key':
      return <NewKeyDialog apiKey={asked.key} onClose={() => onAsk(null)} />
    case 'revoke': {
      const { machineKeyID, name } = asked.machineKey
      return (
        <ConfirmDialog
          isOpen
          title={t('machineKeys.revokeOf', { name })}
          verb={t('machineKeys.revoke')}
          kind="danger"
          onConfirm={async () => {
            await revoke.mutateAsync({ params: { machineKeyID } })
            notify(t('machineKeys.revokedNow', { name }))
          }}
          onClose={() => onAsk(null)}
        >
          <p>{t('machineKeys.revokeText')}</p>
        </ConfirmDialog>
      )
    }
  }
}
