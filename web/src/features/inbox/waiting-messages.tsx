import { Right } from '@regie/contract/right-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { paths } from '../../paths.ts'
import { useRight } from '../../session/use-right.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Strip } from '../../ui/strip.tsx'
import { inboxApi } from '@regie/contract/inbox.ts'
import { useInboxCounts } from './inbox-data.ts'

/** How many people wait for an answer: of mine first, then of anybody. Nothing where nobody waits. */
export function WaitingMessages({ customerID }: { customerID: number }) {
  return useRight(Right.inbox) ? <Waiting customerID={customerID} /> : null
}

function Waiting({ customerID }: { customerID: number }) {
  const t = useText()
  useLiveUpdates({ topic: 'inbox', customerID }, [inboxApi.counts])
  const counts = useInboxCounts(customerID)
  if (counts === undefined || counts.open === 0) return null
  const mine = counts.mine > 0
  return (
    <Strip
      label={t('inbox.title')}
      icon="inbox"
      words={t('inbox.waiting', { open: counts.open, mine: counts.mine, unknown: counts.unknown })}
    >
      <AppLink to={paths.inbox(mine ? { view: 'mine' } : {})}>{t(mine ? 'inbox.toMine' : 'inbox.toAll')}</AppLink>
    </Strip>
  )
}
