import type { DeliveryTest, FileDelivery } from '@regie/contract/file-deliveries.ts'
import { useEffect, useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTestDelivery } from './deliveries-data.ts'

/** Looks into the folder and says what it found; the key of another machine is trusted here. */
export function DeliveryTestDialog({ delivery, onClose }: { delivery: FileDelivery; onClose: () => void }) {
  const t = useText()
  const { mutateAsync, error } = useTestDelivery()
  const [found, setFound] = useState<DeliveryTest | null>(null)
  const { deliveryID } = delivery
  useEffect(() => {
    // A failure is shown from the call itself.
    mutateAsync({ params: { deliveryID }, body: {} }).then(setFound, () => undefined)
  }, [mutateAsync, deliveryID])
  const trust = (trustedKey: string) => {
    setFound(null)
    mutateAsync({ params: { deliveryID }, body: { trustedKey } }).then(setFound, () => undefined)
  }
  const key = found?.fault === 'hostKeyNew' || found?.fault === 'hostKeyChanged' ? found.hostKey : null
  return (
    <Dialog
      isOpen
      title={t('deliveries.testOf', { name: delivery.name })}
      onClose={onClose}
      actions={
        <>
          {key !== null && (
            <Button kind="main" onPress={() => trust(key)}>
              {t('deliveries.trust')}
            </Button>
          )}
          <Button onPress={onClose}>{t('ui.close')}</Button>
        </>
      }
    >
      {error !== null ? (
        <FailureText failure={error} />
      ) : found === null ? (
        <Skeleton lines={3} />
      ) : (
        <div role="status">
          {found.fault !== null ? (
            <p>{t(`deliveries.faults.${found.fault}`)}</p>
          ) : (
            <p>{t('deliveries.found', { count: found.found, others: found.others })}</p>
          )}
          {found.names.length > 0 && <p>{found.names.join(', ')}</p>}
          {found.hostKey !== null && <p>{t('deliveries.hostKey', { key: found.hostKey })}</p>}
          {found.fault === null && !found.mayMove && <p>{t('deliveries.mayNotMove')}</p>}
        </div>
      )}
    </Dialog>
  )
}
