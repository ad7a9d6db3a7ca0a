import type { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { useRight } from '../../session/use-right.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useScreenAction } from '../../ui/screen-actions.ts'
import { useKey } from '../../ui/use-key.ts'
import { useLockRefusal } from './batch-lock.tsx'
import { BatchMore } from './batch-more.tsx'
import { batchRefusals } from './batch-refusals.ts'
import { CloseBatchDialog } from './close-batch-dialog.tsx'
import { PauseBatchDialog } from './pause-batch-dialog.tsx'
import { ReopenBatchDialog, ResumeBatchDialog } from './resume-batch-dialog.tsx'

const dialogs = { pause: PauseBatchDialog, resume: ResumeBatchDialog, close: CloseBatchDialog, reopen: ReopenBatchDialog }

/** What the batch's state allows; the rest is grey and says why. Of two opposites only the one that makes sense is shown. */
export function BatchActions({ batch, onPlaceInvoices }: { batch: BatchRow; onPlaceInvoices: () => void }) {
  const t = useText()
  const [asked, setAsked] = useState<keyof typeof dialogs | null>(null)
  const refusals = batchRefusals(batch.status)
  const locked = useLockRefusal(batch)
  const refusal = (action: keyof typeof dialogs) => {
    const why = refusals[action]
    return why === null ? locked : t(`batches.refusals.${why}`)
  }
  const isClosed = batch.status === 'closed'
  const Asked = asked === null ? null : dialogs[asked]
  const pauseOrResume = batch.status === 'paused' ? 'resume' : 'pause'
  const closeOrReopen = isClosed ? 'reopen' : 'close'
  return (
    <>
      <BatchKey keyName="p" action={pauseOrResume} refusal={refusal(pauseOrResume)} onPress={setAsked} />
      <BatchKey keyName="s" action={closeOrReopen} refusal={refusal(closeOrReopen)} onPress={setAsked} />
      <Can right={Right.pauseBatches} refusal={refusal(pauseOrResume)}>
        {(reason) => (
          <Button
            kind={pauseOrResume === 'resume' ? 'main' : 'plain'}
            icon={<Icon name={pauseOrResume === 'resume' ? 'play' : 'pause'} size={16} />}
            reason={reason}
            onPress={() => setAsked(pauseOrResume)}
          >
            {t(`batches.${pauseOrResume}.button`)}
          </Button>
        )}
      </Can>
      <Can right={Right.closeBatches} refusal={refusal(closeOrReopen)}>
        {(reason) => (
          <Button icon={<Icon name={isClosed ? 'reopen' : 'lock'} size={16} />} reason={reason} onPress={() => setAsked(closeOrReopen)}>
            {t(`batches.${closeOrReopen}.button`)}
          </Button>
        )}
      </Can>
      <BatchMore batch={batch} onPlaceInvoices={onPlaceInvoices} />
      {Asked !== null && <Asked batch={batch} onClose={() => setAsked(null)} />}
    </>
  )
}

const signs = {
  pause: { icon: 'pause', right: Right.pauseBatches },
  resume: { icon: 'play', right: Right.pauseBatches },
  close: { icon: 'lock', right: Right.closeBatches },
  reopen: { icon: 'reopen', right: Right.closeBatches },
} as const

type BatchKeyProps = {
  keyName: string
  action: keyof typeof dialogs
  refusal: string | undefined
  onPress: (action: keyof typeof dialogs) => void
}

/** The key of an action, and its place in the palette. */
function BatchKey({ keyName, action, refusal, onPress }: BatchKeyProps) {
  const t = useText()
  const { icon, right } = signs[action]
  const mayDo = useRight(right)
  const reason = mayDo ? refusal : t('ui.noRight')
  const run = () => {
    if (reason === undefined) onPress(action)
  }
  useKey(keyName, run)
  useScreenAction({ id: keyName, label: t(`batches.${action}.button`), icon, keyName, reason, run })
  return null
}
