import type { BatchStatus } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { useBatchBulk } from './bulk-data.ts'
import { type BulkAnswer, BulkQuestion } from './bulk-question.tsx'

type BatchBulkBarProps = {
  customerID: number
  filter: { scriptID?: number; status?: BatchStatus; q?: string }
  chosen: ReadonlySet<string>
  total: number | null
  onClear: () => void
}

const kinds = ['pause', 'resume', 'priority', 'close'] as const
const rightOf = { pause: Right.pauseBatches, resume: Right.pauseBatches, priority: Right.changeBatchLines, close: Right.closeBatches }

/** Pause, resume, close many batches at once, or give them a priority. */
export function BatchBulkBar({ customerID, filter, chosen, total, onClear }: BatchBulkBarProps) {
  const t = useText()
  const start = useBatchBulk()
  const [isAll, setAll] = useState(false)
  const [asked, setAsked] = useState<(typeof kinds)[number] | null>(null)
  if (chosen.size === 0) return null
  const count = isAll && total !== null ? total : chosen.size
  const selection = isAll ? filter : { batchIDs: [...chosen].map(Number) }
  async function confirm(kind: (typeof kinds)[number], answer: BulkAnswer) {
    const actions = {
      pause: { kind: 'pause', until: answer.until },
      resume: { kind: 'resume', includePaused: answer.includePaused },
      priority: { kind: 'priority', priority: answer.priority },
      close: { kind: 'close', resultCode: answer.resultCode, endPaymentLinks: answer.endPaymentLinks },
    } as const
    await start.mutateAsync({ body: { customerID, filter: selection, action: actions[kind] } })
    onClear()
  }
  return (
    <>
      <BulkBar label={t('bulk.barOfBatches')} chosen={chosen.size} total={total} isAll={isAll} onAll={setAll} onClear={onClear}>
        {kinds.map((kind) => (
          <Can key={kind} right={rightOf[kind]}>
            {(reason) => (
              <Button reason={reason} onPress={() => setAsked(kind)}>
                {t(`bulk.verbs.${kind}`)}
              </Button>
            )}
          </Can>
        ))}
      </BulkBar>
      {asked !== null && (
        <BulkQuestion
          action={`batches.${asked}`}
          count={count}
          onConfirm={(answer) => confirm(asked, answer)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
