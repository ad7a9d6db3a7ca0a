import { type FileDelivery, fileDeliveryApi } from '@regie/contract/file-deliveries.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useMayCall } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LineList } from '../../ui/line-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryLine } from './delivery-line.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { DeliveryTestDialog } from './delivery-test-dialog.tsx'
import styles from './deliveries.module.css'
import { useDeliveries, useRemoveDelivery } from './deliveries-data.ts'

type Asked = { kind: 'edit' | 'remove' | 'log' | 'test'; delivery: FileDelivery }

/** The places from which the files of a customer are fetched, and what came of them. */
export function DeliveryList({ customerID }: { customerID: number }) {
  const t = useText()
  const remove = useRemoveDelivery()
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const reason = useWhyNoUpload()
  return (
    <Loaded query={useDeliveries(customerID)} lines={5}>
      {(found) => (
        <div className={styles.board}>
          {found.rows.length === 0 ? (
            <EmptyState icon="download" title={t('deliveries.empty.title')} text={t('deliveries.empty.text')} />
          ) : (
            <Panel title={t('deliveries.listTitle')} isFlush>
              <LineList>
                {found.rows.map((delivery) => (
                  <DeliveryLine
                    key={delivery.deliveryID}
                    delivery={delivery}
                    reason={reason}
                    onAsk={(kind) => setAsked({ kind, delivery })}
                  />
                ))}
              </LineList>
            </Panel>
          )}
          {asked?.kind === 'edit' && <DeliveryDialog {...found} customerID={customerID} delivery={asked.delivery} onClose={close} />}
          {asked?.kind === 'log' && <DeliveryLog delivery={asked.delivery} onClose={close} />}
          {asked?.kind === 'test' && <DeliveryTestDialog delivery={asked.delivery} onClose={close} />}
          {asked?.kind === 'remove' && (
            <ConfirmDialog
              isOpen
              title={t('deliveries.removeOf', { name: asked.delivery.name })}
              verb={t('deliveries.remove')}
              kind="danger"
              onConfirm={() => remove.mutateAsync({ params: { deliveryID: asked.delivery.deliveryID } })}
              onClose={close}
            >
              <p>{t('deliveries.removeText')}</p>
            </ConfirmDialog>
          )}
        </div>
      )}
    </Loaded>
  )
}

/** Sets up a delivery. */
export function NewDeliveryButton({ customerID }: { customerID: number }) {
  const t = useText()
  const { data: found } = useDeliveries(customerID)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button kind="main" reason={useWhyNoUpload()} icon={<Icon name="plus" size={16} />} onPress={() => setAdding(true)}>
        {t('deliveries.new')}
      </Button>
      {isAdding && found !== undefined && (
        <DeliveryDialog {...found} customerID={customerID} delivery={null} onClose={() => setAdding(false)} />
      )}
    </>
  )
}

/** Its files are uploads of who saves it. */
function useWhyNoUpload(): string | undefined {
  const t = useText()
  return useMayCall(fileDeliveryApi.create) ? undefined : t('deliveries.uploadRightMissing')
}
