import type { BatchRow, TrialRest } from '@regie/contract/batches.ts'
import { graceSeconds } from '@regie/contract/messages.ts'
import { useState } from 'react'
import { formatMoney, formatNumber } from '../../../locales/format.ts'
import { useText } from '../../../locales/i18n.tsx'
import { formatMomentInSentence } from '../../../locales/moment-in-sentence.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useBatchTrial, useTrialRest } from '../batches-data.ts'

type ReleaseButtonProps = { batch: BatchRow; reason: string | undefined }

/** Lets the rest of a trial run go: how many that are stands on it, and it asks first. */
export function ReleaseButton({ batch, reason }: ReleaseButtonProps) {
  const t = useText()
  const [isAsked, setAsked] = useState(false)
  const { data: rest } = useTrialRest(batch.batchID)
  const count = rest?.cases ?? 0
  return (
    <>
      <Button reason={reason} isDisabled={rest === undefined} onPress={() => setAsked(true)}>
        {count === 0 ? t('batches.trial.end') : t('batches.trial.release.button', { count, total: formatNumber(count) })}
      </Button>
      {isAsked && rest !== undefined && <ReleaseDialog batch={batch} rest={rest} onClose={() => setAsked(false)} />}
    </>
  )
}

function ReleaseDialog({ batch, rest, onClose }: { batch: BatchRow; rest: TrialRest; onClose: () => void }) {
  const t = useText()
  const end = useBatchTrial()
  const amount = rest.money.map(({ currency, openCents }) => formatMoney(openCents, currency)).join(' + ')
  return (
    <ConfirmDialog
      isOpen
      title={t('batches.trial.release.title', { name: batch.name })}
      verb={t('batches.trial.release.verb')}
      onConfirm={() => end.mutateAsync({ params: { batchID: batch.batchID }, body: { trial: null } })}
      onClose={onClose}
    >
      <Stack>
        <p>{t('batches.trial.release.text', { count: rest.cases, total: formatNumber(rest.cases), amount })}</p>
        <p>
          {rest.firstAt === null
            ? t('batches.trial.release.noFirst')
            : t('batches.trial.release.first', { at: formatMomentInSentence(rest.firstAt) })}
        </p>
        <p>{t('batches.trial.release.undo', { seconds: graceSeconds })}</p>
      </Stack>
    </ConfirmDialog>
  )
}
