import { type PrintShop, printShopApi } from '@regie/contract/print-shops.ts'
import { useState } from 'react'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { formatMoment, formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './deliveries.module.css'
import { PrintShopDialog } from './print-shop-dialog.tsx'
import { PrintShopTestDialog } from './print-shop-test-dialog.tsx'

/** Where the letters of a customer are put to be printed, what waits, and whether it works. */
export function PrintShopPanel({ customerID }: { customerID: number }) {
  const query = useApi(printShopApi.get, { params: { customerID } })
  const t = useText()
  return (
    <Panel title={t('deliveries.printShop.title')}>
      {query.data === undefined ? <NotLoaded query={query} lines={2} /> : <Shop shop={query.data} />}
    </Panel>
  )
}

function Shop({ shop }: { shop: PrintShop }) {
  const t = useText()
  const { customerID, isOn, kind, host, folder, ownFolder, letterCents, fault, failingSince, waiting, handedAt } = shop
  const retry = useApiChange(printShopApi.retry, { refresh: [printShopApi.get] })
  const [asked, setAsked] = useState<'change' | 'test' | null>(null)
  const close = () => setAsked(null)
  const path = [kind === 'folder' ? ownFolder : host, folder].filter(Boolean).join('/')
  const press = () =>
    retry.mutateAsync({ params: { customerID } }).then(
      () => notify(t('deliveries.printShop.retried')),
      () => undefined,
    )
  return (
    <Stack>
      <p className={styles.plain}>{isOn ? t('deliveries.printShop.on', { where: path }) : t('deliveries.printShop.off')}</p>
      <p className={styles.plain}>
        {t('deliveries.printShop.waiting', { count: waiting })}
        {handedAt !== null && <> {t('deliveries.printShop.handed', { moment: formatMoment(handedAt) })}</>}
      </p>
      {letterCents !== null && <p className={styles.plain}>{t('deliveries.printShop.priced', { price: formatMoney(letterCents) })}</p>}
      {fault !== null && failingSince !== null && (
        <Notice tone="error" icon="error" title={t('deliveries.printShop.failing', { moment: formatMoment(failingSince) })}>
          {t(fault === 'notAllowed' ? 'deliveries.printShop.faults.notAllowed' : `deliveries.faults.${fault}`)}
        </Notice>
      )}
      {retry.error !== null && <FailureText failure={retry.error} />}
      <div className={styles.actions}>
        <Button onPress={() => setAsked('change')}>{t('deliveries.printShop.change')}</Button>
        {shop.version > 0 && <Button onPress={() => setAsked('test')}>{t('deliveries.printShop.test')}</Button>}
        {waiting > 0 && <Button onPress={() => void press()}>{t('deliveries.printShop.retry')}</Button>}
      </div>
      {asked === 'change' && <PrintShopDialog shop={shop} onClose={close} />}
      {asked === 'test' && <PrintShopTestDialog customerID={customerID} onClose={close} />}
    </Stack>
  )
}
