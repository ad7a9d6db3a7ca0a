import type { BatchRow } from '@regie/contract/batches.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { standstillWord, useStandstill } from './batch-status.tsx'

export function BatchSubtitle({ batch }: { batch: BatchRow }) {
  const t = useText()
  return (
    <>
      {t('batches.number', { id: batch.batchID })} · {batch.scriptName}
      {batch.importedAt !== null && (
        <>
          {' · '}
          {t('batches.importedOn')} <Moment at={batch.importedAt} />
        </>
      )}
    </>
  )
}

// What does not simply go on by itself in an hour.
const warnings: readonly NonNullable<BatchRow['standstill']>['reason'][] = ['lawForbids', 'scriptInactive', 'providerOff']

/** Why nothing happens, when nothing happens, and what one can do about it. */
export function StandstillNotice({ batch }: { batch: BatchRow }) {
  const t = useText()
  const reason = useStandstill(batch)
  const maySwitchProviders = useRight(Right.changeProviders)
  if (reason === null || batch.standstill === null) return null
  const isWarning = warnings.includes(batch.standstill.reason)
  const isProviderOff = batch.standstill.reason === 'providerOff'
  return (
    <Notice
      isLine
      tone={isWarning ? 'warning' : 'info'}
      icon={batch.status === 'paused' ? 'pause' : 'clock'}
      title={reason}
      action={
        isProviderOff && maySwitchProviders ? (
          <AppLink to={paths.providers()}>{t('why.fixes.editProviders')}</AppLink>
        ) : (
          <AppLink to={paths.batch(batch.batchID, { tab: 'why' })}>{t('why.tab')}</AppLink>
        )
      }
    >
      {t(`batches.standstillHelp.${standstillWord(batch, batch.standstill.reason)}`)}
    </Notice>
  )
}
