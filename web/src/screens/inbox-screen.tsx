import { type ConversationChannel, conversationChannels } from '@regie/contract/channels.ts'
import { type Conversation, inboxViews } from '@regie/contract/inbox.ts'
import { rightOfWritten, type WrittenChannel } from '@regie/contract/manual-messages.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useRef, useState } from 'react'
import { useCase } from '../features/cases/cases-data.ts'
import { FindCaseDialog } from '../features/cases/actions/find-case-dialog.tsx'
import { Presence } from '../features/cases/presence.tsx'
import { ConversationHead } from '../features/inbox/conversation-head.tsx'
import { ConversationView } from '../features/inbox/conversation-view.tsx'
import { searchMin, useConversation, useInbox, useInboxCounts, useInboxSearch } from '../features/inbox/inbox-data.ts'
import { InboxFilters, InboxList, toggled } from '../features/inbox/inbox-list.tsx'
import styles from '../features/inbox/inbox.module.css'
import { UnknownSender, useTieToCase } from '../features/inbox/unknown-sender.tsx'
import { VisitorComposer } from '../features/inbox/visitor-composer.tsx'
import { Composer } from '../features/outreach/composer.tsx'
import { useText } from '../locales/i18n.tsx'
import { useAddress } from '../session/address.ts'
import { useDraft } from '../session/drafts.ts'
import { useTickedRows } from '../session/ticked-rows.ts'
import { useRight } from '../session/use-right.ts'
import { WithCustomer } from '../session/with-customer.tsx'
import { ChipChoice } from '../ui/chip-choice.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { useKey } from '../ui/use-key.ts'
import { useMedia } from '../ui/use-media.ts'
import { CaseBeside, ClosedCase } from './inbox-case.tsx'
import { CloseMany } from './inbox-close-many.tsx'

export function InboxScreen() {
  const t = useText()
  return (
    <Page title={t('inbox.title')}>
      <WithCustomer>{(customerID) => <Board key={customerID} customerID={customerID} />}</WithCustomer>
    </Page>
  )
}

function Board({ customerID }: { customerID: number }) {
  const t = useText()
  const [address, changeAddress] = useAddress(['view', 'channel', 'conversation', 'q'])
  const view = inboxViews.find((known) => known === address.view) ?? 'open'
  const channel = conversationChannels.find((known) => known === address.channel)
  const words = address.q.trim()
  const isSearching = words.length >= searchMin
  const waiting = useInbox({ customerID, view, channel })
  const search = useInboxSearch(customerID, words)
  const list = isSearching ? search : waiting
  const counts = useInboxCounts(customerID)
  const rows = list.rows ?? []
  const current = Number(address.conversation) > 0 ? Number(address.conversation) : null
  const open = (conversationID: number | null) => changeAddress({ conversation: conversationID === null ? '' : String(conversationID) })
  const step = (by: number) => {
    const at = rows.findIndex((row) => row.conversationID === current)
    const next = rows[at < 0 ? 0 : at + by]
    if (next !== undefined) open(next.conversationID)
  }
  // Of another list nothing is ticked: nobody ends what they do not see.
  const [chosen, setChosen] = useTickedRows(`inbox ${customerID} ${view} ${channel ?? ''} ${words}`)
  const mayTick = isSearching || (view !== 'closed' && view !== 'spam')
  const ticked = rows.filter(({ conversationID, state }) => chosen.has(String(conversationID)) && (state === 'open' || state === 'snoozed'))
  useKey('x', () => {
    const row = rows.find(({ conversationID }) => conversationID === current)
    if (mayTick && row !== undefined) setChosen(toggled(chosen, row))
  })
  const find = (q: string) => changeAddress({ q })
  useKey('Escape', () => words !== '' && find(''))
  useKey('j', () => step(1))
  useKey('k', () => step(-1))
  useKey('Enter', () => current === null && step(0))
  // Done with one: the next that waits, so that a row of them is worked through without a hand on the mouse.
  const next = () => {
    const at = rows.findIndex((row) => row.conversationID === current)
    open((rows[at + 1] ?? rows[at - 1])?.conversationID ?? null)
  }
  return (
    <div className={styles.board} data-open={current !== null || undefined}>
      <section className={styles.column} aria-label={t('inbox.list')}>
        <InboxFilters
          customerID={customerID}
          view={view}
          onView={(chosen) => changeAddress({ view: chosen === 'open' ? '' : chosen, conversation: '' })}
          channel={channel ?? ''}
          onChannel={(chosen) => changeAddress({ channel: chosen })}
          counts={counts}
          words={address.q}
          onSearch={find}
          found={isSearching && search.count !== undefined ? { count: search.count, hasMore: search.hasMore } : undefined}
        />
        <div className={styles.scroll}>
          <InboxList
            list={list}
            words={isSearching ? words : ''}
            view={view}
            channel={channel}
            current={current}
            onOpen={(row) => open(row.conversationID)}
            ticked={mayTick ? { chosen, onChange: setChosen } : undefined}
          />
        </div>
        {mayTick && <CloseMany customerID={customerID} rows={ticked} onChosen={setChosen} />}
      </section>
      {current === null ? (
        <section className={styles.column} aria-label={t('inbox.conversation')}>
          <EmptyState icon="inbox" title={t('inbox.choose')} text={t('inbox.keys')} />
        </section>
      ) : (
        <Opened key={current} conversationID={current} onOpen={open} onDone={next} />
      )}
    </div>
  )
}

type OpenedProps = { conversationID: number; onOpen: (conversationID: number | null) => void; onDone: () => void }

function Opened({ conversationID, onOpen, onDone }: OpenedProps) {
  const t = useText()
  const query = useConversation(conversationID)
  const isNarrow = useMedia('(max-width: 1000px)')
  const { data } = query
  return (
    <>
      <section className={styles.column} aria-label={t('inbox.conversation')}>
        <Loaded query={query} lines={10}>
          {(found) => <Both found={found} isNarrow={isNarrow} onOpen={onOpen} onDone={onDone} />}
        </Loaded>
      </section>
      <aside className={styles.aside} aria-label={t('inbox.case')}>
        {data?.caseID != null && <CaseBeside caseID={data.caseID} />}
        {data !== undefined && data.caseID === null && !isNarrow && <Untied found={data} onTied={onOpen} />}
      </aside>
    </>
  )
}

type BothProps = { found: Conversation; isNarrow: boolean; onOpen: OpenedProps['onOpen']; onDone: () => void }

function Both({ found, isNarrow, onOpen, onDone }: BothProps) {
  const composer = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <ConversationHead
        found={found}
        onBack={() => onOpen(null)}
        onDone={onDone}
        onReply={() => composer.current?.focus()}
        onUntied={onOpen}
      />
      <ConversationView found={found} />
      {found.caseID === null && isNarrow && <Untied found={found} onTied={onOpen} />}
      {found.caseID !== null ? (
        <Answer caseID={found.caseID} found={found} inputRef={composer} />
      ) : (
        found.visitor !== null && (
          <div className={styles.answer}>
            <VisitorComposer key={found.conversationID} found={found} visitor={found.visitor} inputRef={composer} />
          </div>
        )
      )}
    </>
  )
}

/** To which case it belongs: beside the conversation, on a small screen above the answer. */
function Untied({ found, onTied }: { found: Conversation; onTied: (conversationID: number) => void }) {
  const t = useText()
  const [isSearching, setSearching] = useState(false)
  const maySeeCases = useRight(Right.viewCases)
  const tie = useTieToCase(found, onTied)
  return (
    <>
      <UnknownSender
        found={found}
        onTied={onTied}
        onSearch={() => setSearching(true)}
        refusal={maySeeCases ? undefined : t('ui.noRight')}
      />
      {isSearching && (
        <FindCaseDialog
          customerID={found.customerID}
          title={t('inbox.findCase')}
          verb={t('inbox.tie')}
          isBusy={tie.isPending}
          failure={tie.error}
          onChoose={tie.run}
          onClose={() => setSearching(false)}
        />
      )}
    </>
  )
}

function Answer({
  caseID,
  found,
  inputRef,
}: {
  caseID: number
  found: Conversation
  inputRef: React.RefObject<HTMLTextAreaElement | null>
}) {
  const t = useText()
  const may = { email: useRight(rightOfWritten.email), sms: useRight(rightOfWritten.sms), whatsapp: useRight(rightOfWritten.whatsapp) }
  const written = (Object.keys(may) as WrittenChannel[]).filter((channel) => may[channel])
  // The visitor of a chat is answered there; any other way is the case's own.
  const usable: ConversationChannel[] = found.visitor === null ? written : ['webchat', ...written]
  // By which channel one was writing: what was typed there is found again.
  const draft = useDraft<ConversationChannel>(`answer-by:${found.conversationID}`)
  const [chosen, setChosen] = useState<ConversationChannel>(draft.found?.values ?? found.channel)
  const choose = (wanted: ConversationChannel) => {
    setChosen(wanted)
    if (wanted === found.channel) draft.drop()
    else draft.save(wanted)
  }
  const channel = usable.includes(chosen) ? chosen : usable[0]
  const [isTyping, setTyping] = useState(false)
  const { data: about } = useCase(caseID)
  if (channel === undefined) return <div className={styles.answer}>{t('ui.noRight')}</div>
  const lastMail = found.items.findLast((item) => item.kind === 'received')
  const subject = lastMail?.kind === 'received' && found.channel === 'email' ? answerSubject(lastMail.subject) : ''
  return (
    <div className={styles.answer} onInput={() => setTyping(true)} onBlur={() => setTyping(false)}>
      <Presence caseID={caseID} isEditing={isTyping} />
      <ChipChoice
        label={t('inbox.channel')}
        value={channel}
        onChange={choose}
        options={usable.map((known) => ({ value: known, label: t(`cases.channels.${known}`) }))}
      />
      {about?.status === 'closed' && channel !== 'webchat' ? (
        <ClosedCase found={about} />
      ) : channel === 'webchat' ? (
        found.visitor !== null && <VisitorComposer found={found} visitor={found.visitor} inputRef={inputRef} />
      ) : (
        <Composer
          caseID={caseID}
          channel={channel}
          conversation={{ conversationID: found.conversationID, subject }}
          inputRef={inputRef}
          onSent={draft.drop}
        />
      )}
    </div>
  )
}

const answerSubject = (subject: string) => (/^(re|antw|aw)\s*:/i.test(subject) ? subject : `Re: ${subject}`).slice(0, 150)
