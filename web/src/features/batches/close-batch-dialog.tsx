import type { BatchRow } from '@regie/contract/batches.ts'
import { closingCodes } from '@regie/contract/result-codes.ts'
import { useState } from 'react'
import { formatNumber } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SearchSelect } from '../../ui/search-select/search-select.tsx'
import { CheckInput } from '../../ui/toggles.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BatchNumbers } from './batch-numbers.tsx'
import { useBatchQuestion, useCloseBatch } from './batches-data.ts'
import styles from './batches.module.css'

/** Closing a batch closes all its cases (spec §4), so it warns with the exact numbers and asks for the result that they get. */
export function CloseBatchDialog({ batch, onClose }: { batch: BatchRow; onClose: () => void }) {
  const t = useText()
  const close = useCloseBatch()
  const question = useBatchQuestion(batch.batchID)
  const [resultCode, setResultCode] = useState<string>('BSL')
  const [endPaymentLinks, setEndPaymentLinks] = useState(false)
  return (
    <ConfirmDialog
      isOpen
      title={t('batches.close.title', { name: batch.name })}
      verb={t('batches.close.verb')}
      kind="danger"
      isDisabled={question.data === undefined}
      onConfirm={() => close.mutateAsync({ params: { batchID: batch.batchID }, body: { resultCode, endPaymentLinks } })}
      onClose={onClose}
    >
      <BatchNumbers question={question}>
        {({ open, paused, queuedMessages, openPaymentLinks: links }) => (
          <>
            <Notice tone="warning" icon="alert" title={t('batches.close.warning')}>
              <ul className={styles.numbers}>
                <li>{t('batches.close.open', { count: open, total: formatNumber(open) })}</li>
                {paused > 0 && <li>{t('batches.close.paused', { count: paused, total: formatNumber(paused) })}</li>}
                {queuedMessages > 0 && <li>{t('batches.close.queued', { count: queuedMessages, total: formatNumber(queuedMessages) })}</li>}
              </ul>
              {links > 0 && !endPaymentLinks && t('batches.close.linksStay', { count: links, total: formatNumber(links) })}
            </Notice>
            {links > 0 && (
              <CheckInput
                label={t('batches.close.endLinks', { count: links, total: formatNumber(links) })}
                help={t('batches.close.endLinksHelp')}
                value={endPaymentLinks}
                onChange={setEndPaymentLinks}
              />
            )}
            <SearchSelect
              label={t('batches.close.result')}
              isRequired
              value={resultCode}
              onChange={setResultCode}
              options={closingCodes.map((code) => ({ value: code, label: `${code} · ${t(`cases.results.${code}`)}` }))}
            />
          </>
        )}
      </BatchNumbers>
    </ConfirmDialog>
  )
}
