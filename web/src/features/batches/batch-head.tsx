import type { BatchRow } from '@regie/contract/batches.ts'
import { paths } from '../../paths.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BatchStatusBadge, standstillWord, useStandstill } from './batch-status.tsx'

export function BatchBadges({ batch }: { batch: BatchRow }) {
  const t = useText()
  const { simulation } = useSession()
  return (
    <>
      <BatchStatusBadge status={batch.status} />
      {simulation && (
        <Badge tone="accent" icon="flask" title={t('batches.simulationHelp')}>
          {t('batches.simulation')}
        </Badge>
      )}
    </>
  )
}

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

/** Why nothing happens, when nothing happens, and what one can do about it. */
export function StandstillNotice({ batch }: { batch: BatchRow }) {
  const t = useText()
  const reason = useStandstill(batch)
  if (reason === null || batch.standstill === null) return null
  const isWarning = batch.standstill.reason === 'lawForbids' || batch.standstill.reason === 'scriptInactive'
  return (
    <Notice
      tone={isWarning ? 'warning' : 'info'}
      icon={batch.status === 'paused' ? 'pause' : 'clock'}
      title={reason}
      action={<AppLink to={paths.batch(batch.batchID, { tab: 'why' })}>{t('why.tab')}</AppLink>}
    >
      {t(`batches.standstillHelp.${standstillWord(batch, batch.standstill.reason)}`)}
    </Notice>
  )
}
