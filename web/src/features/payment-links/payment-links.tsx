import type { CaseDetail } from '@regie/contract/cases.ts'
import type { PaymentLink } from '@regie/contract/payments.ts'
import type { ReactNode } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { SimulationMark } from '../../session/simulation-mark.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/moment.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { personName } from '../../session/people.ts'
import { lastDay } from './last-day.ts'
import { LinkActions } from './link-actions.tsx'
import styles from './payment-links.module.css'
import { useCasePayments } from './payment-links-data.ts'
import { isOpenLink } from './payment-progress.ts'
import { LinkState, PaymentSteps } from './payment-steps.tsx'

/** The payment links of a case and how far each has come. */
export function PaymentLinks({ found }: { found: CaseDetail }) {
  const t = useText()
  const query = useCasePayments(found.caseID)
  return (
    <Panel title={t('paymentLinks.title', { count: query.data?.links.length ?? 0 })}>
      <Loaded query={query} lines={2}>
        {({ links }) => <LinkList found={found} links={links} />}
      </Loaded>
    </Panel>
  )
}

function LinkList({ found, links }: { found: CaseDetail; links: readonly PaymentLink[] }) {
  const t = useText()
  if (links.length === 0) return <p className={styles.none}>{t('paymentLinks.none')}</p>
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <LinkItem key={link.paymentLinkID} found={found} link={link} />
      ))}
    </ul>
  )
}

type LinkItemProps = {
  found: CaseDetail
  link: PaymentLink
  /** What is said of it beside its states, and what may be done to it beside what may be done to every link. */
  children?: ReactNode
  actions?: ReactNode
}

/** One link: its amount, its states, its address as long as somebody can pay by it, and what staff may do. */
export function LinkItem({ found, link, children, actions }: LinkItemProps) {
  const t = useText()
  return (
    <li className={styles.link}>
      <div className={styles.head}>
        <strong>
          <Money cents={link.amountCents} currency={link.currency} />
        </strong>
        <LinkState link={link} />
        <LinkFacts found={found} link={link} />
        <SimulationMark isShown={link.simulated} />
      </div>
      <PaymentSteps link={link} />
      {children}
      {link.markedBy !== null && (
        <p className={styles.expires}>{t('paymentLinks.payments.markedBy', { name: personName(link.markedBy) })}</p>
      )}
      {isOpenLink(link) && (
        <div className={styles.addresses}>
          <Address label={t('paymentLinks.long')} url={link.url} copy={t('paymentLinks.copy')} />
          <Address label={t('paymentLinks.short')} url={link.shortUrl} copy={t('paymentLinks.copyShort')} />
        </div>
      )}
      <div className={styles.actions}>
        {actions}
        <a className={styles.open} href={link.url} target="_blank" rel="noopener noreferrer">
          <Icon name="external" size={16} />
          {t('paymentLinks.open')}
          <span className="visually-hidden"> {t('paymentLinks.newWindow')}</span>
        </a>
        <LinkActions found={found} link={link} />
      </div>
    </li>
  )
}

function Address({ label, url, copy }: { label: string; url: string; copy: string }) {
  const t = useText()
  const press = () => void navigator.clipboard.writeText(url).then(() => notify(t('paymentLinks.copied')))
  return (
    <div className={styles.address}>
      <code title={url}>
        <span className="visually-hidden">{label}: </span>
        {url}
      </code>
      <Button kind="quiet" icon={<Icon name="copy" size={16} />} onPress={press}>
        {copy}
      </Button>
    </div>
  )
}

/** The invoice that it asks for, the number of the one who pays, and until when. */
function LinkFacts({ found: { fields }, link }: { found: CaseDetail; link: PaymentLink }) {
  const t = useText()
  const words = [
    ...(fields.factuurnummer ? [t('paymentLinks.of.invoice', { number: fields.factuurnummer })] : []),
    ...(fields.klantnummer ? [t('paymentLinks.of.client', { number: fields.klantnummer })] : []),
    ...(link.endedFor === null && link.state !== 'paid'
      ? [`${t(link.state === 'expired' ? 'paymentLinks.expiredOn' : 'paymentLinks.expires')} ${lastDay(link.expiresAt)}`]
      : []),
  ]
  return words.length === 0 ? null : <p className={styles.expires}>{words.join(' · ')}</p>
}
