import type { BatchRow } from '@regie/contract/batches.ts'
import { caseDocumentApi } from '@regie/contract/case-documents.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useMayCall, useRight } from '../../session/use-right.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { LockBatchDialog, useLockRefusal } from './batch-lock.tsx'
import { TrialDialog } from './trial/trial-dialog.tsx'

const dialogs = { lock: LockBatchDialog, trial: TrialDialog }

/** What is done to a batch seldom: a trial run, its invoices, a lock. */
export function BatchMore({ batch, onPlaceInvoices }: { batch: BatchRow; onPlaceInvoices: () => void }) {
  const t = useText()
  const [asked, setAsked] = useState<keyof typeof dialogs | null>(null)
  const locked = useLockRefusal(batch)
  const [mayLock, mayTry, mayPlace] = [useRight(Right.lockBatches), useRight(Right.pauseBatches), useMayCall(caseDocumentApi.place)]
  const isTrying = batch.trial?.state === 'running' || batch.trial?.state === 'waiting'
  const { status } = batch
  const Asked = asked === null ? null : dialogs[asked]
  const trialRefusal = mayTry
    ? (locked ??
      (isTrying
        ? t('batches.trial.underWay')
        : status === 'closed' || status === 'preparing'
          ? t(`batches.refusals.${status}`)
          : undefined))
    : t('ui.noRight')
  return (
    <>
      <Menu
        label={t('batches.more')}
        trigger={<IconButton icon="more" label={t('batches.more')} onPress={() => undefined} />}
        items={[
          { key: 'trial', label: t('batches.trial.button'), icon: 'flask', onPress: () => setAsked('trial'), reason: trialRefusal },
          {
            key: 'invoices',
            label: t('documents.place.button'),
            icon: 'paperclip',
            onPress: onPlaceInvoices,
            reason: mayPlace ? locked : t('ui.noRight'),
          },
          {
            key: 'lock',
            label: t(batch.locked === null ? 'batches.lock.lock' : 'batches.lock.unlock'),
            icon: 'lock',
            onPress: () => setAsked('lock'),
            reason: mayLock ? undefined : t('ui.noRight'),
          },
        ]}
      />
      {Asked !== null && <Asked batch={batch} onClose={() => setAsked(null)} />}
    </>
  )
}
