import type { PaymentLink } from '@regie/contract/payments.ts'
import { useText } from '../../locales/i18n.tsx'
import { SimulationMark } from '../../session/simulation-mark.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Money } from '../../ui/moment.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { lastDay } from './last-day.ts'
import styles from './payment-links.module.css'
import { useCasePayments } from './payment-links-data.ts'
import { isOpenLink } from './payment-progress.ts'
import { PaymentSteps } from './payment-steps.tsx'

/** The payment links of a case and how far each has come. */
export function PaymentLinks({ caseID }: { caseID: number }) {
  const t = useText()
  const query = useCasePayments(caseID)
  return (
    <Panel title={t('paymentLinks.title', { count: query.data?.links.length ?? 0 })}>
      <Loaded query={query} lines={2}>
        {({ links }) => <LinkList links={links} />}
      </Loaded>
    </Panel>
  )
}

function LinkList({ links }: { links: readonly PaymentLink[] }) {
  const t = useText()
  if (links.length === 0) return <p className={styles.none}>{t('paymentLinks.none')}</p>
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <LinkItem key={link.paymentLinkID} link={link} />
      ))}
    </ul>
  )
}

function LinkItem({ link }: { link: PaymentLink }) {
  const t = useText()
  const copy = () => void navigator.clipboard.writeText(link.url).then(() => notify(t('paymentLinks.copied')))
  return (
    <li className={styles.link}>
      <div className={styles.head}>
        <strong>
          <Money cents={link.amountCents} currency={link.currency} />
        </strong>
        <SimulationMark isShown={link.simulated} />
      </div>
      <PaymentSteps link={link} />
      {link.endedFor === null && (
        <p className={styles.expires}>
          {link.state === 'expired' ? t('paymentLinks.expiredOn') : t('paymentLinks.expires')} {lastDay(link.expiresAt)}
        </p>
      )}
      <code className={styles.url}>{link.url}</code>
      <div className={styles.actions}>
        {isOpenLink(link) && (
          <Button icon={<Icon name="copy" size={16} />} onPress={copy}>
            {t('paymentLinks.copy')}
          </Button>
        )}
        <a className={styles.open} href={link.url} target="_blank" rel="noopener noreferrer">
          <Icon name="external" size={16} />
          {t('paymentLinks.open')}
          <span className="visually-hidden"> {t('paymentLinks.newWindow')}</span>
        </a>
      </div>
    </li>
  )
}
