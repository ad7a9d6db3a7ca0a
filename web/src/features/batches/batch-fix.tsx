import { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import type { WhyFix } from '@regie/contract/why.ts'
import { type ReactNode, useState } from 'react'
import { currentOf } from '../../api/conflict.ts'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { useLockRefusal } from './batch-lock.tsx'
import { useChangeBatch } from './batches-data.ts'
import { CloseBatchDialog } from './close-batch-dialog.tsx'
import { ReopenBatchDialog, ResumeBatchDialog } from './resume-batch-dialog.tsx'

type BatchFixProps = { batch: BatchRow; label: string }

/** What of the funnel's remedies is done to the batch itself: a button on the line. Null for the others. */
export function batchFix(fix: WhyFix, props: BatchFixProps): ReactNode {
  if (fix === 'resumeBatch') return <AskFix {...props} right={Right.pauseBatches} Dialog={ResumeBatchDialog} />
  if (fix === 'reopenBatch') return <AskFix {...props} right={Right.closeBatches} Dialog={ReopenBatchDialog} />
  if (fix === 'closeBatch') return <AskFix {...props} right={Right.closeBatches} Dialog={CloseBatchDialog} />
  return fix === 'switchDialer' ? <DialerFix {...props} /> : null
}

type AskFixProps = BatchFixProps & { right: number; Dialog: typeof ResumeBatchDialog }

function AskFix({ batch, label, right, Dialog }: AskFixProps) {
  const [isAsked, setAsked] = useState(false)
  const refusal = useLockRefusal(batch)
  return (
    <>
      <Can right={right} refusal={refusal}>
        {(reason) => (
          <Button reason={reason} onPress={() => setAsked(true)}>
            {label}
          </Button>
        )}
      </Can>
      {isAsked && <Dialog batch={batch} onClose={() => setAsked(false)} />}
    </>
  )
}

function DialerFix({ batch, label }: BatchFixProps) {
  const change = useChangeBatch()
  const refusal = useLockRefusal(batch)
  const put = (version: number) => change.mutateAsync({ params: { batchID: batch.batchID }, body: { version, dialerOn: true } })
  // What a colleague changed beside the dialer a moment ago is no reason to refuse it.
  const turnOn = () =>
    put(batch.version).catch((failure: unknown) => {
      const current = currentOf(failure, BatchRow)
      return current === null || current.dialerOn.on ? undefined : put(current.version)
    })
  return (
    <>
      <Can right={Right.changeBatchLines} refusal={refusal}>
        {(reason) => (
          <Button reason={reason} isBusy={change.isPending} onPress={() => void turnOn().catch(() => undefined)}>
            {label}
          </Button>
        )}
      </Can>
      {change.error !== null && <FailureText failure={change.error} />}
    </>
  )
}
