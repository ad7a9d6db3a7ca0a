import type { WhatsappWebStatus } from '@regie/contract/whatsapp-web.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyValueList } from '../../ui/key-value-list.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { PairingCode } from './pairing-code.tsx'
import { usePair, usePairing, useUnpair } from './whatsapp-web-data.ts'
import styles from './whatsapp-web.module.css'

type Paired = NonNullable<WhatsappWebStatus['number']>

/** The number of WhatsApp that a customer pairs by a code: what that risks, the code while one waits, and how it stands. */
export function PairingView({ customerID }: { customerID: number }) {
  const t = useText()
  return (
    <Loaded query={usePairing(customerID)} lines={8}>
      {({ mode, number }) =>
        number === null ? (
          <Notice tone="neutral" icon="unlink" title={t(`whatsappWeb.absent.${mode === 'off' ? 'off' : 'notInstalled'}.title`)}>
            {t(`whatsappWeb.absent.${mode === 'off' ? 'off' : 'notInstalled'}.text`)}{' '}
            <code className={styles.command}>{mode === 'off' ? 'WHATSAPP_WEB=on' : 'npm ci --prefix plugins/whatsapp-web'}</code>
          </Notice>
        ) : (
          <NumberView customerID={customerID} number={number} />
        )
      }
    </Loaded>
  )
}

function NumberView({ customerID, number }: { customerID: number; number: Paired }) {
  const t = useText()
  const { state, reason, isSimulation } = number
  return (
    <div className={styles.view}>
      {isSimulation ? (
        <Notice tone="accent" icon="flask" title={t('whatsappWeb.simulation.title')}>
          {t('whatsappWeb.simulation.text')}
        </Notice>
      ) : (
        <Notice tone="warning" icon="alert" title={t('whatsappWeb.risk.title')}>
          {t('whatsappWeb.risk.text')}
        </Notice>
      )}
      {reason !== null && (
        <Notice
          tone={state === 'disconnected' || reason === 'codesOver' ? 'warning' : 'error'}
          icon="wifiOff"
          title={t(`whatsappWeb.reasons.${reason}.title`)}
        >
          {t(`whatsappWeb.reasons.${reason}.text`)}
        </Notice>
      )}
      {number.isUnattended && number.providerID !== null && (
        <Notice tone="error" icon="alert" title={t('whatsappWeb.unattended.title')}>
          {t('whatsappWeb.unattended.text')}
        </Notice>
      )}
      {number.isOff && (
        <Notice tone="warning" icon="pause" title={t('whatsappWeb.isOff.title')}>
          {t('whatsappWeb.isOff.text')}
        </Notice>
      )}
      <Panel title={t('whatsappWeb.number')} actions={<StateBadge number={number} />}>
        {/* Said aloud when it changes; a new code of the same row is no change. */}
        <p className="visually-hidden" role="status">
          {t(`whatsappWeb.states.${state}`)}
        </p>
        {state === 'open' || state === 'disconnected' ? (
          <Connected customerID={customerID} number={number} />
        ) : state === 'unpaired' ? (
          <Unpaired customerID={customerID} number={number} />
        ) : (
          <PairingCode customerID={customerID} number={number} />
        )}
      </Panel>
    </div>
  )
}

const looks = {
  unpaired: { tone: 'neutral', icon: 'unlink' },
  connecting: { tone: 'info', icon: 'hourglass' },
  qr: { tone: 'info', icon: 'mobile' },
  paired: { tone: 'info', icon: 'hourglass' },
  open: { tone: 'success', icon: 'wifi' },
  disconnected: { tone: 'warning', icon: 'wifiOff' },
} as const

function StateBadge({ number: { state } }: { number: Paired }) {
  const t = useText()
  return (
    <Badge tone={looks[state].tone} icon={looks[state].icon}>
      {t(`whatsappWeb.states.${state}`)}
    </Badge>
  )
}

function Unpaired({ customerID, number }: { customerID: number; number: Paired }) {
  const t = useText()
  const pair = usePair()
  const isAgain = number.reason !== null
  return (
    <div className={styles.start}>
      <p className={styles.soft}>{t('whatsappWeb.intro')}</p>
      <Button
        kind="main"
        isBusy={pair.isPending}
        icon={<Icon name="whatsapp" size={16} />}
        onPress={() => void pair.mutateAsync({ body: { customerID } }).catch(() => undefined)}
      >
        {t(isAgain ? 'whatsappWeb.pairAgain' : 'whatsappWeb.pair')}
      </Button>
      {pair.error !== null && <FailureText failure={pair.error} />}
    </div>
  )
}

function Connected({ customerID, number }: { customerID: number; number: Paired }) {
  const t = useText()
  const unpair = useUnpair()
  const [isAsked, setAsked] = useState(false)
  const { phone, name, since, retryAt, perMinute } = number
  return (
    <div className={styles.connected}>
      <KeyValueList
        items={[
          { key: 'phone', label: t('whatsappWeb.fields.phone'), value: <span className="numbers">{phone}</span> },
          { key: 'name', label: t('whatsappWeb.fields.name'), value: name },
          { key: 'since', label: t('whatsappWeb.fields.since'), value: <Moment at={since} /> },
          { key: 'pace', label: t('whatsappWeb.fields.pace'), value: t('whatsappWeb.perMinute', { count: perMinute }) },
          ...(retryAt === null ? [] : [{ key: 'retry', label: t('whatsappWeb.fields.retryAt'), value: <Moment at={retryAt} /> }]),
        ]}
      />
      <p className={styles.soft}>{t('whatsappWeb.connectedHelp')}</p>
      <div>
        <Button kind="danger" icon={<Icon name="unlink" size={16} />} onPress={() => setAsked(true)}>
          {t('whatsappWeb.unpair')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        kind="danger"
        title={t('whatsappWeb.unpairQuestion.title', { phone })}
        verb={t('whatsappWeb.unpair')}
        onConfirm={() => unpair.mutateAsync({ query: { customerID } })}
        onClose={() => setAsked(false)}
      >
        {t('whatsappWeb.unpairQuestion.text')}
      </ConfirmDialog>
    </div>
  )
}
