import { referenceForm, referenceKind, rfReferenceOf, shownReference } from '@regie/contract/payment-references.ts'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import styles from './payment-links.module.css'

/** By which a payment names this case: as banks print it, and for banks abroad by ISO 11649. */
export function PaymentReference({ reference }: { reference: string }) {
  const t = useText()
  // For who may not see personal data the field may be masked; there is nothing to pass on then.
  const isMasked = reference.includes('•')
  const kind = referenceKind(reference)
  const rf = isMasked || kind === 'rf' ? null : rfReferenceOf(reference)
  return (
    <dl className={styles.references}>
      <Line label={t(`paymentLinks.reference.${kind}`)} reference={reference} mayCopy={!isMasked} />
      {rf !== null && <Line label={t('paymentLinks.reference.rf')} reference={rf} mayCopy />}
    </dl>
  )
}

function Line({ label, reference, mayCopy }: { label: string; reference: string; mayCopy: boolean }) {
  const t = useText()
  const isFree = referenceKind(reference) === 'free'
  // A bank's form takes it without the spaces that it is printed with.
  const copied = isFree ? reference : referenceForm(reference)
  const copy = () => void navigator.clipboard.writeText(copied).then(() => notify(t('paymentLinks.reference.copied')))
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span className="numbers">{shownReference(reference)}</span>
        {/* Without a clipboard (plain http on another machine) it is marked by hand. */}
        {mayCopy && 'clipboard' in navigator && (
          <IconButton icon="copy" label={t('paymentLinks.reference.copy', { label })} onPress={copy} />
        )}
      </dd>
    </div>
  )
}
