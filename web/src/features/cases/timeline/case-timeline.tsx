import { type Channel, channels } from '@regie/contract/channels.ts'
import type { TimelineItem } from '@regie/contract/cases.ts'
import type { TimelinePart } from '@regie/contract/timeline-events.ts'
import { useState } from 'react'
import { eventTitle, reasonText } from '../../../locales/event-words.ts'
import { useText } from '../../../locales/i18n.tsx'
import { ForwardButton } from '../../../session/forward-mail.tsx'
import { SentButtons } from '../../../session/sent-buttons.tsx'
import { SimulationMark } from '../../../session/simulation-mark.tsx'
import { useAddress } from '../../../session/address.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipChoice } from '../../../ui/chip-choice.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SelectInput } from '../../../ui/inputs.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { SwitchInput } from '../../../ui/toggles.tsx'
import { TimelineList } from '../../../ui/timeline-list.tsx'
import { PaperOnly } from '../print/case-paper.tsx'
import { usePrintAll } from '../print/use-print-all.ts'
import { useTimeline } from '../cases-data.ts'
import styles from '../cases.module.css'
import { MessageViewer } from './message-viewer.tsx'
import { stateLook, timelineLook } from './timeline-words.ts'
import { personName } from '../../../session/people.ts'

const messageKinds: readonly TimelineItem['kind'][] = channels
const views = ['main', 'messages', 'payments', 'notes'] as const satisfies readonly TimelinePart[]

/** `only`: the part of a tab of its own; whoever reads there chooses no other. */
type CaseTimelineProps = { caseID: number; only?: 'messages' | 'payments' }

const titles = { all: 'cases.timeline.title', messages: 'cases.messages.title', payments: 'cases.timeline.views.payments' } as const

/** What happened to this case, newest first; it grows by itself. The steps that the script takes by itself are shown when asked for. */
export function CaseTimeline({ caseID, only }: CaseTimelineProps) {
  const t = useText()
  const [address, changeAddress] = useAddress(['channel', 'view', 'steps'])
  const channel = only === 'payments' ? undefined : channels.find((known) => known === address.channel)
  const view = only ?? views.find((known) => known === address.view) ?? 'main'
  const withSteps = address.steps === 'yes' && view === 'main'
  // On the screen a message is its first words; once it was printed its whole text is there, for the paper alone.
  const [isWhole, setWhole] = useState(false)
  const list = useTimeline(caseID, { channel, part: withSteps ? undefined : view, isWhole })
  const { isPrinting, print } = usePrintAll(list, () => setWhole(true))
  const newest = newestOfMessages(list.rows)
  // A message is one line, unless every step is asked for.
  const items = withSteps ? list.rows : list.rows.filter((item) => !isOfMessage(item) || newest.has(item.id))
  const title = t(titles[only ?? 'all'])
  const none = channel !== undefined ? t('cases.timeline.noneByChannel') : t(`cases.timeline.none.${view}`)
  const notOnPaper = [
    ...(channel === undefined ? [] : [t('cases.print.onlyChannel', { channel: t(`cases.channels.${channel}`) })]),
    ...(view === 'main' || only !== undefined ? [] : [t('cases.print.onlyView', { view: t(`cases.timeline.views.${view}`) })]),
    ...(withSteps || view !== 'main' ? [] : [t('cases.print.noSteps')]),
    ...(list.hasMore || list.isLoading ? [t('cases.print.more')] : []),
    ...(isWhole ? [] : [t('cases.print.cut')]),
  ]
  if (list.failure !== null && items.length === 0) return <ErrorState failure={list.failure} onRetry={list.retry} />
  return (
    <Panel
      title={title}
      actions={
        <>
          <IconButton icon="print" label={t('cases.print.action')} onPress={print} />
          {only !== 'payments' && <ChannelFilter channel={channel} onChannel={(chosen) => changeAddress({ channel: chosen })} />}
        </>
      }
    >
      <PaperOnly>{notOnPaper.join(' ')}</PaperOnly>
      {only === undefined && (
        <div className={styles.views} data-on-screen>
          <ChipChoice
            label={t('cases.timeline.view')}
            value={view}
            onChange={(chosen) => changeAddress({ view: chosen === 'main' ? '' : chosen })}
            options={views.map((known) => ({ value: known, label: t(`cases.timeline.views.${known}`) }))}
          />
          {view === 'main' && (
            <SwitchInput
              label={t('cases.timeline.steps')}
              value={withSteps}
              onChange={(isOn) => changeAddress({ steps: isOn ? 'yes' : '' })}
            />
          )}
        </div>
      )}
      {list.isLoading ? (
        <Skeleton lines={6} />
      ) : items.length === 0 ? (
        <EmptyState icon="history" title={none} />
      ) : (
        <TimelineList label={title} items={items.map((item) => entryOf(item, { isNewest: newest.has(item.id), withSteps, caseID }, t))} />
      )}
      {list.hasMore && (
        <div className={styles.more}>
          <Button isBusy={list.isLoadingMore || isPrinting} onPress={list.loadMore}>
            {t('cases.timeline.more')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

function ChannelFilter({ channel, onChannel }: { channel: Channel | undefined; onChannel: (channel: string) => void }) {
  const t = useText()
  return (
    <SelectInput
      label={t('cases.timeline.channel')}
      isLabelHidden
      value={channel ?? ''}
      onChange={onChannel}
      options={[
        { value: '', label: t('cases.timeline.everyChannel') },
        ...channels.map((known) => ({ value: known, label: t(`cases.channels.${known}`) })),
      ]}
    />
  )
}

const isOfMessage = ({ communicationID, kind }: TimelineItem) => communicationID !== null && messageKinds.includes(kind)

// A message is queued, sent, delivered: its present state and its text stand with the last of these, not three times.
function newestOfMessages(items: readonly TimelineItem[]): Set<number> {
  const ofMessages = items.filter(isOfMessage)
  const newest = new Map(ofMessages.toReversed().map((item) => [item.communicationID, item.id]))
  return new Set(newest.values())
}

type Around = { isNewest: boolean; withSteps: boolean; caseID: number }

function entryOf(item: TimelineItem, { isNewest, withSteps, caseID }: Around, t: ReturnType<typeof useText>) {
  const notes = [
    item.step === null || !withSteps ? null : t('cases.timeline.step', { step: item.step }),
    item.reason === null ? null : reasonText(item.reason),
    item.by === null ? null : t('cases.timeline.by', { name: personName(item.by) }),
  ].filter((note) => note !== null)
  return {
    key: String(item.id),
    at: item.at,
    ...timelineLook(item),
    title: eventTitle(item),
    note: <Below item={item} notes={notes} withExcerpt={isNewest || item.communicationID === null} />,
    badge: <Badges item={item} withState={isNewest || item.communicationID === null} />,
    ...(item.communicationID === null || !isNewest
      ? {}
      : {
          summary: t(item.kind === 'call' ? 'cases.messages.showCall' : 'cases.messages.show'),
          content: <MessageViewer caseID={caseID} communicationID={item.communicationID} />,
        }),
  }
}

function Below({ item, notes, withExcerpt }: { item: TimelineItem; notes: readonly string[]; withExcerpt: boolean }) {
  const { excerpt, kind, event, params, buttons } = item
  const incomingID = event === 'emailReceived' || event === 'emailAutomatic' ? Number(params.incomingID) : null
  return (
    <>
      {withExcerpt && excerpt !== null && <p className={kind === 'note' ? styles.noteText : styles.excerpt}>{excerpt}</p>}
      {withExcerpt && <SentButtons buttons={buttons} isShort />}
      {notes.length > 0 && <p>{notes.join(' · ')}</p>}
      {incomingID !== null && (
        <div data-on-screen>
          <ForwardButton incomingID={incomingID} />
        </div>
      )}
    </>
  )
}

function Badges({ item, withState }: { item: TimelineItem; withState: boolean }) {
  const t = useText()
  // Until a call has ended its line is all there is to know: nothing of it is sent.
  const isUnderWay = item.kind === 'call' && item.state === 'sent'
  const state =
    withState && item.state !== null && !isUnderWay ? { look: stateLook(item.state), words: t(`cases.deliveries.${item.state}`) } : null
  return (
    <>
      {/* What the line itself says is not said twice. */}
      {state !== null && state.words !== eventTitle(item) && <Badge {...state.look}>{state.words}</Badge>}
      <SimulationMark isShown={item.simulated} />
    </>
  )
}
