import type { WhatsappWebStatus } from '@regie/contract/whatsapp-web.ts'
import { useText } from '../../locales/i18n.tsx'
import { Button } from '../../ui/button.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useScan, useUnpair } from './whatsapp-web-data.ts'
import styles from './whatsapp-web.module.css'

type Paired = NonNullable<WhatsappWebStatus['number']>
type PairingCodeProps = { customerID: number; number: Paired }

const steps = ['open', 'menu', 'scan'] as const

/** What one does on the phone, beside the code that it scans; before the first code and after the scan the place where it stands. */
export function PairingCode({ customerID, number }: PairingCodeProps) {
  const t = useText()
  const [scan, unpair] = [useScan(), useUnpair()]
  const { qr, state, isSimulation } = number
  const failure = scan.error ?? unpair.error
  return (
    <div className={styles.pairing}>
      <div className={styles.explained}>
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li key={step}>{t(`whatsappWeb.steps.${step}`)}</li>
          ))}
        </ol>
        <div className={styles.buttons}>
          {isSimulation && (
            <Button
              kind="main"
              icon={<Icon name="mobile" size={16} />}
              reason={qr === null ? t('whatsappWeb.noCodeYet') : undefined}
              isBusy={scan.isPending}
              onPress={() => void scan.mutateAsync({ body: { customerID } }).catch(() => undefined)}
            >
              {t('whatsappWeb.scanSimulation')}
            </Button>
          )}
          <Button isBusy={unpair.isPending} onPress={() => void unpair.mutateAsync({ query: { customerID } }).catch(() => undefined)}>
            {t('whatsappWeb.stop')}
          </Button>
        </div>
        {failure !== null && <FailureText failure={failure} />}
      </div>
      <div className={styles.code}>
        {qr === null ? (
          <div className={styles.waiting}>
            <Icon name="hourglass" />
            {t(`whatsappWeb.states.${state}`)}
          </div>
        ) : (
          <>
            <img
              className={styles.qr}
              src={`data:image/svg+xml,${encodeURIComponent(qr.svg)}`}
              alt={t('whatsappWeb.code', { no: qr.no })}
            />
            <Countdown until={qr.until} />
          </>
        )}
      </div>
    </div>
  )
}

function Countdown({ until }: { until: string }) {
  const t = useText()
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - useNow(1_000)) / 1_000))
  return <p className={styles.soft}>{t('whatsappWeb.codeFor', { count: seconds })}</p>
}
