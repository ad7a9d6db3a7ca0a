import { unreachableReasons } from '@regie/contract/cases.ts'
import type { DemoMoment, DemoRun } from '@regie/contract/demos.ts'
import { isResultCode } from '@regie/contract/result-codes.ts'
import { nameIn } from '@regie/contract/scripts.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { eventTitle, reasonText } from '../../locales/event-words.ts'
import { formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useNow } from '../../ui/use-now.ts'
import { cardsOf, type DemoCard, lengthWords, linkParts, secondsBetween, waitWords } from './demo-cards.ts'
import styles from './demo-timeline.module.css'

/** All that happens in a demo, as it happens: the newest at the bottom, as on a phone. */
export function DemoTimeline({ run }: { run: DemoRun }) {
  const t = useText()
  const cards = cardsOf(run)
  const nameOf = nameIn(run.steps)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Only where the timeline has a bar of its own: on a phone the page would jump.
    const list = end.current?.parentElement
    if (list && list.scrollHeight > list.clientHeight) list.scrollTo({ top: list.scrollHeight })
  }, [cards.length])
  return (
    // Scrolled by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.timeline} role="log" aria-label={t('demos.timeline')} aria-relevant="additions" tabIndex={0}>
      <ol>
        {cards.map((card) => (
          <li key={card.key} data-kind={card.kind}>
            <Card card={card} stepOf={nameOf} isNow={card === cards.at(-1) && run.dueAt !== null} />
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

type CardProps<Kind extends DemoCard['kind']> = { card: Extract<DemoCard, { kind: Kind }> }

function Card({ card, stepOf, isNow }: { card: DemoCard; stepOf: (key: string) => string; isNow: boolean }) {
  if (card.kind === 'end') return <End card={card} />
  const step = card.step === null ? null : stepOf(card.step)
  if (card.kind === 'message') return <Message card={card} step={step} />
  if (card.kind === 'wait') return <Wait card={card} isNow={isNow} />
  return (
    <Slim icon={lineIcons[card.moment.kind] ?? 'circleDot'} at={card.at} tone={card.moment.event === 'paid' ? 'success' : undefined}>
      <Words moment={card.moment} />
    </Slim>
  )
}

// A demo goes on past a step that cannot reach its debtor, where a case may wait for somebody to mend it.
const leavesOut = unreachableReasons.filter((reason) => reason !== 'templateMissing' && reason !== 'debtNamedBefore')

function Words({ moment }: { moment: DemoMoment }) {
  const t = useText()
  const reason = leavesOut.find((known) => moment.event === 'held' && known === moment.params.reason)
  return reason === undefined ? eventTitle(moment) : t('demos.leftOut', { reason: reasonText(reason).toLocaleLowerCase() })
}

const lineIcons: Partial<Record<DemoMoment['kind'], IconName>> = {
  branch: 'branch',
  held: 'clock',
  paymentLink: 'link',
  payment: 'payment',
  status: 'play',
}

function Slim({ icon, at, tone, children }: { icon: IconName; at: string; tone?: 'success' | undefined; children: ReactNode }) {
  return (
    <div className={styles.slim} data-tone={tone}>
      <Icon name={icon} size={16} />
      <span>{children}</span>
      <time dateTime={at} className="numbers">
        {formatTime(at)}
      </time>
    </div>
  )
}

/** What the script waits, and what it waits here. */
function Wait({ card: { at, minutes, until }, isNow }: CardProps<'wait'> & { isNow: boolean }) {
  const t = useText()
  const seconds = secondsBetween(at, until)
  const isShort = minutes !== null && seconds < minutes * 60
  const asWritten = minutes === null ? lengthWords(seconds, 'second') : waitWords(minutes)
  return (
    <>
      <Slim icon="hourglass" at={at}>
        {isShort
          ? t('demos.waitsHere', { written: asWritten, here: lengthWords(seconds, 'second') })
          : t('demos.waits', { written: asWritten })}
      </Slim>
      {isNow && <Countdown at={at} until={until} />}
    </>
  )
}

function Countdown({ at, until }: { at: string; until: string }) {
  const t = useText()
  const now = useNow(200)
  const [from, end] = [Date.parse(at), Date.parse(until)]
  if (now >= end) return null
  return <progress className={styles.countdown} aria-label={t('demos.waiting')} max={end - from} value={Math.max(0, now - from)} />
}

const channelIcons: Record<string, IconName> = { sms: 'sms', email: 'mail', call: 'phone', whatsapp: 'whatsapp' }

/** A message as the debtor gets it, with what became of it. */
function Message({ card: { at, message, news }, step }: CardProps<'message'> & { step: string | null }) {
  const t = useText()
  const { channel, subject, text, to, state, reason } = message
  return (
    <article className={styles.message} data-channel={channel} aria-label={t(`cases.channels.${channel}`)}>
      <header>
        <Icon name={channelIcons[channel] ?? 'send'} size={16} />
        <strong>{step ?? t(`cases.channels.${channel}`)}</strong>
        <span>{to}</span>
        <time dateTime={at} className="numbers">
          {formatTime(at)}
        </time>
      </header>
      <div className={styles.bubble}>
        {channel === 'email' && <strong>{subject}</strong>}
        <Text text={text} isLong={channel === 'email'} />
      </div>
      <footer data-state={state}>
        {channel === 'call' && state === 'sent'
          ? t('demos.ringing')
          : channel === 'call'
            ? eventTitle(news)
            : t(`cases.deliveries.${state}`)}
        {reason !== null && ` · ${reasonText(reason)}`}
      </footer>
    </article>
  )
}

// Of a mail the first lines; the rest folds open.
const linesShown = 4

function Text({ text, isLong }: { text: string; isLong: boolean }) {
  const t = useText()
  const lines = text.split('\n')
  const cut = isLong && lines.length > linesShown + 1
  return (
    <>
      <p>
        <Linked text={cut ? lines.slice(0, linesShown).join('\n') : text} />
      </p>
      {cut && (
        <details>
          <summary>{t('demos.wholeText')}</summary>
          <p>
            <Linked text={lines.slice(linesShown).join('\n')} />
          </p>
        </details>
      )}
    </>
  )
}

function Linked({ text }: { text: string }) {
  return linkParts(text).map(({ text: part, href }, at) =>
    href === null ? (
      part
    ) : (
      <a key={at} href={href} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  )
}

function End({ card: { result } }: CardProps<'end'>) {
  const t = useText()
  if (result === null) return <Notice icon="stop">{t('demos.stopped')}</Notice>
  return (
    <Notice tone="success" icon="result" title={t('demos.over')}>
      {t('demos.overText', { result: isResultCode(result) ? t(`cases.results.${result}`) : result })}
    </Notice>
  )
}
