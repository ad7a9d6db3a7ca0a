import type { FirstCase, OwnDay } from '@regie/contract/next-case.ts'
import { formatMoney } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { formatNextMoment } from '../../locales/next-moment.ts'
import { paths } from '../../paths.ts'
import { useGoTo } from '../../session/address.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useKey } from '../../ui/use-key.ts'
import { causeText } from './held-strip.tsx'
import { NextCaseButton } from './next-case-button.tsx'
import { useFirstCase } from './next-case-data.ts'
import styles from './next-case.module.css'

type NextCardProps = {
  customerID: number
  scriptID: number | null
  held: OwnDay['held']
  answerOf: (answer: NonNullable<FirstCase['lastAnswer']>) => string
}

/** The case to work on now: the one that is held, or the one that comes next, with why it was chosen and what it is about. */
export function NextCard({ customerID, scriptID, held, answerOf }: NextCardProps) {
  const t = useText()
  const query = useFirstCase(customerID, scriptID)
  const isNobody = query.data !== undefined && query.data.first === null
  return (
    <section className={styles.next} aria-label={t('nextCase.card.title')}>
      {held === null ? (
        <>
          <Loaded query={query} lines={3}>
            {({ first, nextAt }) => (first === null ? <Nobody nextAt={nextAt} /> : <Who first={first} answerOf={answerOf} />)}
          </Loaded>
          <NextCaseButton customerID={customerID} currentID={null} refusal={isNobody ? t('nextCase.nobody') : undefined} />
        </>
      ) : (
        <AtWork held={held} />
      )}
    </section>
  )
}

/** Who holds a case goes back to it: the next one comes from there, when this one is called or skipped. */
function AtWork({ held }: { held: NonNullable<OwnDay['held']> }) {
  const t = useText()
  const goTo = useGoTo()
  const name = held.name === '' ? held.caseNumber : held.name
  const goOn = () => goTo(paths.case(held.caseID))
  useKey('v', goOn)
  return (
    <>
      <div className={styles.whoNext}>
        <span className={styles.kicker}>{t('nextCase.atWork')}</span>
        <AppLink to={paths.case(held.caseID)} className={styles.nameNext}>
          {name}
        </AppLink>
        <span className={styles.note}>
          {held.caseNumber} · {causeText(t, held)}
        </span>
      </div>
      <strong className={styles.amountNext}>{formatMoney(held.outstandingCents, held.currency)}</strong>
      <Button kind="main" icon={<Icon name="play" size={16} />} onPress={goOn}>
        {t('nextCase.goOn', { name })}
      </Button>
    </>
  )
}

function Who({ first, answerOf }: { first: FirstCase; answerOf: (answer: NonNullable<FirstCase['lastAnswer']>) => string }) {
  const t = useText()
  const { caseID, name, caseNumber, outstandingCents, currency, batchName } = first
  const before = attemptsText(t, first, answerOf)
  return (
    <>
      <div className={styles.whoNext}>
        <span className={styles.kicker}>
          {t('nextCase.card.title')} · {causeText(t, first)}
        </span>
        <AppLink to={paths.case(caseID)} className={styles.nameNext}>
          {name === '' ? caseNumber : name}
        </AppLink>
        <span className={styles.note}>
          {caseNumber} · {batchName} · {before}
        </span>
      </div>
      <strong className={styles.amountNext}>{formatMoney(outstandingCents, currency)}</strong>
    </>
  )
}

function Nobody({ nextAt }: { nextAt: string | null }) {
  const t = useText()
  return (
    <div className={styles.whoNext}>
      <span className={styles.kicker}>{t('nextCase.card.title')}</span>
      <strong className={styles.nameNext}>{t('nextCase.nobody')}</strong>
      {nextAt !== null && <span className={styles.note}>{t('nextCase.card.nextAt', { at: formatNextMoment(nextAt) })}</span>}
    </div>
  )
}

/** How often somebody was called, and how the last one ended. */
export function attemptsText(
  t: ReturnType<typeof useText>,
  { attempts, lastAnswer }: Pick<FirstCase, 'attempts' | 'lastAnswer'>,
  answerOf: NextCardProps['answerOf'],
): string {
  if (attempts === 0) return t('nextCase.card.neverCalled')
  return t('nextCase.card.attempts', { count: attempts, total: attempts, answer: lastAnswer === null ? '–' : answerOf(lastAnswer) })
}
