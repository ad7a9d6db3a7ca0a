import type { Conversation } from '@regie/contract/inbox.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { fromAmsterdamInput } from '../../locales/amsterdam-time.ts'
import { dayOf, formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { SimulationMark } from '../../session/simulation-mark.tsx'
import { notify } from '../../session/notification.tsx'
import { useRight } from '../../session/use-right.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTimeInput } from '../../ui/dates/date-time-input.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { useKey } from '../../ui/use-key.ts'
import { useNow } from '../../ui/use-now.ts'
import { useAssignConversation, useChangeConversation, useInboxColleagues } from './inbox-data.ts'
import styles from './inbox.module.css'
import { useUntie } from './unknown-sender.tsx'
import { usePutBack } from './use-put-back.ts'
import { CaseClosed } from './inbox-list.tsx'
import { channelIcon, senderName } from './inbox-words.ts'

type HeadProps = {
  found: Conversation
  onBack: () => void
  onDone: () => void
  onReply: () => void
  /** It is about nobody known again, and may be another one. */
  onUntied: (conversationID: number) => void
}

/** Who it is with and what one may do with it: done (E), put off (S), given to a colleague, spam. */
export function ConversationHead({ found, onBack, onDone, onReply, onUntied }: HeadProps) {
  const t = useText()
  const { conversationID, state, assigned, lastAt } = found
  const change = useChangeConversation()
  const [isSnoozing, setSnoozing] = useState(false)
  const untie = useUntie(onUntied)
  const maySeeCases = useRight(Right.viewCases)
  const putBack = usePutBack(found)
  const put = (to: 'open' | 'closed' | 'spam') =>
    change.mutate(
      { params: { conversationID }, body: { state: to, lastAt } },
      {
        onSuccess: () => {
          notify(t(`inbox.became.${to}`), to === 'open' ? undefined : { label: t('inbox.putBack'), run: putBack })
          if (to !== 'open') onDone()
        },
      },
    )
  const isOpen = state === 'open' || state === 'snoozed'
  useKey('e', () => isOpen && put('closed'))
  useKey('s', () => isOpen && setSnoozing(true))
  useKey('r', onReply)
  const isPhone = useIsPhone()
  const { userID } = useSession()
  const assignItems = useAssignItems(found)
  const snooze: MenuItem = { key: 'snooze', label: t('inbox.snooze'), icon: 'clock', onPress: () => setSnoozing(true) }
  const reopen: MenuItem = {
    ...{ key: 'reopen', label: t(state === 'spam' ? 'inbox.putBack' : 'inbox.reopen'), icon: 'reopen' },
    onPress: () => put('open'),
  }
  const rarely: MenuItem[] = [
    ...(!found.mayUntie || !maySeeCases
      ? []
      : [{ key: 'untie', label: t('inbox.untieAll'), icon: 'unlink', onPress: () => untie.run(conversationID) } as const]),
    { key: 'spam', label: t('inbox.spam'), icon: 'ban', isDanger: true, onPress: () => put('spam') },
  ]
  return (
    <header className={styles.head}>
      <div className={styles.back}>
        <IconButton icon="arrowLeft" label={t('inbox.back')} onPress={onBack} />
      </div>
      <div className={styles.who}>
        <h2>{senderName(t, found)}</h2>
        {found.caseID === null ? (
          <Badge tone="warning" icon="question">
            {t('inbox.unknown')}
          </Badge>
        ) : (
          <AppLink to={paths.case(found.caseID)}>{found.caseNumber}</AppLink>
        )}
        <CaseClosed row={found} />
        <Badge tone="neutral" icon={channelIcon(found.channel)}>
          {t(`cases.channels.${found.channel}`)}
        </Badge>
        {state !== 'open' && (
          <Badge tone={state === 'spam' ? 'error' : 'info'} icon={state === 'spam' ? 'ban' : state === 'closed' ? 'tick' : 'clock'}>
            {state === 'snoozed' && found.snoozedUntil !== null
              ? t('inbox.snoozedUntil', { at: formatNextMoment(found.snoozedUntil) })
              : t(`inbox.states.${state}`)}
          </Badge>
        )}
        {found.visitor !== null && (
          <>
            <Badge tone={found.visitor.isHere ? 'success' : 'neutral'} icon={found.visitor.isHere ? 'wifi' : 'wifiOff'}>
              {t(found.visitor.isHere ? 'inbox.visitor.here' : 'inbox.visitor.gone')}
            </Badge>
            <SimulationMark isShown={found.visitor.simulated} />
            <span className={styles.address}>
              {t('inbox.visitor.language', { language: t(`cases.messages.languages.${found.visitor.locale}`) })}
            </span>
          </>
        )}
        {found.address !== '' && found.name !== '' && <span className={styles.address}>{found.address}</span>}
      </div>
      <div className={styles.actions}>
        {isPhone ? (
          <>
            {isOpen && <IconButton icon="tick" label={t('inbox.done')} onPress={() => put('closed')} />}
            <Menu
              label={t('inbox.moreActions')}
              trigger={<IconButton icon="more" label={t('inbox.moreActions')} />}
              items={[...(isOpen ? [snooze, ...rarely] : [reopen]), ...assignItems.map((item) => ({ ...item, group: t('inbox.assign') }))]}
            />
          </>
        ) : (
          <>
            <Menu
              label={t('inbox.assign')}
              trigger={
                <Button icon={<Icon name="user" size={16} />}>
                  {assigned?.userID === userID ? t('inbox.me') : (assigned?.name ?? t('inbox.assign'))}
                </Button>
              }
              items={assignItems}
            />
            {isOpen ? (
              <>
                <Button icon={<Icon name="clock" size={16} />} onPress={snooze.onPress}>
                  {snooze.label}
                </Button>
                <Button icon={<Icon name="tick" size={16} />} isBusy={change.isPending} onPress={() => put('closed')}>
                  {t('inbox.done')}
                </Button>
                <Menu label={t('inbox.moreActions')} trigger={<IconButton icon="more" label={t('inbox.moreActions')} />} items={rarely} />
              </>
            ) : (
              <Button icon={<Icon name="reopen" size={16} />} isBusy={change.isPending} onPress={reopen.onPress}>
                {reopen.label}
              </Button>
            )}
          </>
        )}
      </div>
      {change.error !== null && <FailureText failure={change.error} />}
      {isSnoozing && <SnoozeDialog found={found} onClose={() => setSnoozing(false)} onDone={onDone} onPutBack={putBack} />}
    </header>
  )
}

type AssignProps = Pick<Conversation, 'conversationID' | 'customerID' | 'assigned'>

/** Who may get it: oneself, a colleague, or nobody. */
function useAssignItems({ conversationID, customerID, assigned }: AssignProps): MenuItem[] {
  const t = useText()
  const { userID } = useSession()
  const assign = useAssignConversation()
  const { data: colleagues = [] } = useInboxColleagues(customerID)
  const give = (to: number | null, words: string) =>
    assign.mutate({ params: { conversationID }, body: { userID: to } }, { onSuccess: () => notify(words) })
  const item = (to: number, name: string): MenuItem => ({
    key: String(to),
    label: name,
    icon: 'user',
    isCurrent: assigned?.userID === to,
    onPress: () => give(to, t('inbox.assigned', { name })),
  })
  const others = colleagues.filter((one) => one.userID !== userID)
  return [
    item(userID, t('inbox.me')),
    ...others.slice(0, 30).map((one) => item(one.userID, one.name)),
    ...(assigned === null
      ? []
      : [{ key: 'none', label: t('inbox.nobody'), icon: 'close' as const, onPress: () => give(null, t('inbox.unassigned')) }]),
  ]
}

const hourMs = 3_600_000
const quarterMs = 900_000
const morning = (now: number, days: number) => fromAmsterdamInput(`${dayOf(new Date(now + days * 24 * hourMs))}T09:00`)

type SnoozeProps = {
  found: Pick<Conversation, 'conversationID' | 'lastAt'>
  onClose: () => void
  onDone: () => void
  onPutBack: () => void
}

function SnoozeDialog({ found: { conversationID, lastAt }, onClose, onDone, onPutBack }: SnoozeProps) {
  const t = useText()
  const change = useChangeConversation()
  const now = useNow(15_000)
  const [until, setUntil] = useState<string | null>(() => morning(now, 1))
  const choices = [
    { key: 'hour', at: new Date(Math.ceil((now + hourMs) / quarterMs) * quarterMs).toISOString() },
    { key: 'tomorrow', at: morning(now, 1) },
    { key: 'week', at: morning(now, 7) },
  ] as const
  const isPast = until === null || Date.parse(until) <= now
  const snooze = () => {
    if (isPast || until === null || change.isPending) return
    change.mutate(
      { params: { conversationID }, body: { state: 'snoozed', until, lastAt } },
      {
        onSuccess: () => {
          notify(t('inbox.snoozed', { at: formatMoment(until) }), { label: t('inbox.putBack'), run: onPutBack })
          onClose()
          onDone()
        },
      },
    )
  }
  return (
    <Dialog
      isOpen
      title={t('inbox.snoozeTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="main" isBusy={change.isPending} reason={isPast ? t('inbox.snoozePast') : undefined} onPress={snooze}>
            {t('inbox.snooze')}
          </Button>
        </>
      }
    >
      <div className={styles.snooze}>
        <div className={styles.chips}>
          {choices.map(({ key, at }) => (
            <button key={key} type="button" className={styles.chip} aria-pressed={at === until} onClick={() => setUntil(at)}>
              {t(`inbox.snoozes.${key}`)}
            </button>
          ))}
        </div>
        <DateTimeInput label={t('inbox.snoozeUntil')} value={until} onChange={setUntil} min={new Date(now).toISOString()} />
        {change.error !== null && <FailureText failure={change.error} />}
      </div>
    </Dialog>
  )
}
