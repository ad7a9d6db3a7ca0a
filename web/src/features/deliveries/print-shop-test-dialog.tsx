import { type PrintTest, printShopApi } from '@regie/contract/print-shops.ts'
import { useEffect, useState } from 'react'
import { useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Says whether the folder of the print shop takes files; the key of another machine is trusted here. */
export function PrintShopTestDialog({ customerID, onClose }: { customerID: number; onClose: () => void }) {
  const t = useText()
  const { mutateAsync, error } = useApiChange(printShopApi.test, { refresh: [printShopApi.get] })
  const [found, setFound] = useState<PrintTest | null>(null)
  useEffect(() => {
    // A failure is shown from the call itself.
    mutateAsync({ params: { customerID }, body: {} }).then(setFound, () => undefined)
  }, [mutateAsync, customerID])
  const trust = (trustedKey: string) => {
    setFound(null)
    mutateAsync({ params: { customerID }, body: { trustedKey } }).then(setFound, () => undefined)
  }
  const key = found?.fault === 'hostKeyNew' || found?.fault === 'hostKeyChanged' ? found.hostKey : null
  return (
    <Dialog
      isOpen
      title={t('deliveries.printShop.testTitle')}
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
      {error !== null ? <FailureText failure={error} /> : found === null ? <Skeleton lines={2} /> : <Found found={found} />}
    </Dialog>
  )
}

function Found({ found: { fault, hostKey } }: { found: PrintTest }) {
  const t = useText()
  const words =
    fault === null
      ? t('deliveries.printShop.tested')
      : t(fault === 'notAllowed' ? 'deliveries.printShop.faults.notAllowed' : `deliveries.faults.${fault}`)
  return (
    <div role="status">
      <p>{words}</p>
      {hostKey !== null && <p>{t('deliveries.hostKey', { key: hostKey })}</p>}
    </div>
  )
}
