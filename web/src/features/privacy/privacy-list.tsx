import { type PrivacyRequest, privacyWarningDays } from '@regie/contract/privacy.ts'
import { useState } from 'react'
import { formatPlainDay } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ChipChoice } from '../../ui/chip-choice.tsx'
import { todayInAmsterdam } from '../../ui/dates/date-panel.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { NewRequestDialog } from './new-request-dialog.tsx'
import { usePrivacyRequests } from './privacy-data.ts'

type Shown = 'open' | 'all'

/** The register: what waits by its last day, or all that there ever was. */
export function PrivacyList({ customerID }: { customerID: number }) {
  const t = useText()
  const [shown, setShown] = useState<Shown>('open')
  const { rows, isLoading, failure, retry, hasMore, loadMore } = usePrivacyRequests(customerID, shown === 'open')
  return (
    <Stack isWide>
      <ChipChoice
        label={t('privacy.show')}
        value={shown}
        options={(['open', 'all'] as const).map((value) => ({ value, label: t(`privacy.shown.${value}`) }))}
        onChange={setShown}
      />
      <Panel title={t('privacy.register')} isFlush>
        {failure !== null ? (
          <ErrorState failure={failure} onRetry={retry} />
        ) : isLoading ? (
          <Skeleton lines={4} />
        ) : rows.length === 0 ? (
          <EmptyState icon="fingerprint" title={t(`privacy.empty.${shown}`)} text={t('privacy.empty.text')} />
        ) : (
          <LineList>
            {rows.map((request) => (
              <RequestLine key={request.requestID} request={request} />
            ))}
          </LineList>
        )}
      </Panel>
      {hasMore && (
        <div>
          <Button onPress={loadMore}>{t('privacy.more')}</Button>
        </div>
      )}
    </Stack>
  )
}

/** Registers a request. */
export function NewRequestButton({ customerID }: { customerID: number }) {
  const t = useText()
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Button kind="main" icon={<Icon name="plus" size={16} />} onPress={() => setAdding(true)}>
        {t('privacy.new')}
      </Button>
      {isAdding && <NewRequestDialog customerID={customerID} onClose={() => setAdding(false)} />}
    </>
  )
}

function RequestLine({ request }: { request: PrivacyRequest }) {
  const t = useText()
  const { requestID, kind, cases, receivedOn, registeredBy } = request
  const name = t('privacy.numbered', { kind: t(`privacy.kinds.${kind}`), id: requestID })
  return (
    <Line
      name={name}
      badges={<RequestBadge request={request} />}
      actions={
        <AppLink to={paths.privacyRequest(requestID)} label={`${t('privacy.open')}: ${name}`}>
          {t('privacy.open')}
        </AppLink>
      }
    >
      <LineNote>{t('privacy.about', { count: cases, day: formatPlainDay(receivedOn), by: registeredBy })}</LineNote>
    </Line>
  )
}

const looks = {
  done: { tone: 'success', icon: 'check' },
  refused: { tone: 'neutral', icon: 'ban' },
  working: { tone: 'info', icon: 'hourglass' },
} as const

/** Where a request stands; one that waits says until when. */
export function RequestBadge({ request: { state, dueOn } }: { request: PrivacyRequest }) {
  const t = useText()
  if (state !== 'open') return <Badge {...looks[state]}>{t(`privacy.states.${state}`)}</Badge>
  const today = todayInAmsterdam()
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / 86_400_000)
  const look =
    days < 0
      ? ({ tone: 'error', icon: 'alert' } as const)
      : days <= privacyWarningDays
        ? ({ tone: 'warning', icon: 'clock' } as const)
        : ({ tone: 'info', icon: 'clock' } as const)
  return <Badge {...look}>{t(days < 0 ? 'privacy.late' : 'privacy.until', { day: formatPlainDay(dueOn) })}</Badge>
}
