import type { SessionRow } from '@regie/contract/account.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { notify } from '../../session/notification.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureText } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { NotLoaded } from '../../ui/loaded.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from './account-data.ts'
import styles from './account.module.css'

/** Where one is signed in, and how to end that. */
export function SessionsPanel() {
  const t = useText()
  const sessions = useSessions()
  const endSession = useEndSession()
  const endOthers = useEndOtherSessions()
  const [isAsking, setAsking] = useState(false)
  const rows = sessions.data ?? []
  const hasOthers = rows.some(({ current }) => !current)
  const end = async (sessionID: number) => {
    await endSession.mutateAsync({ params: { sessionID } }).catch(() => sessions.refetch())
  }
  const endAll = async () => {
    const { ended } = await endOthers.mutateAsync({})
    notify(t('account.sessions.endedOthers', { count: ended }))
  }
  const all = (
    <Button kind="quiet" onPress={() => setAsking(true)}>
      {t('account.sessions.endOthers')}
    </Button>
  )
  return (
    <Panel title={t('account.sessions.title')} actions={hasOthers ? all : undefined}>
      {sessions.data === undefined && <NotLoaded query={sessions} lines={3} />}
      <ul className={styles.sessions}>
        {rows.map((row) => (
          <SessionItem
            key={row.sessionID}
            session={row}
            isBusy={endSession.isPending && endSession.variables.params.sessionID === row.sessionID}
            onEnd={() => void end(row.sessionID)}
          />
        ))}
      </ul>
      {endSession.error !== null && <FailureText failure={endSession.error} />}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('account.sessions.endOthers')}
        verb={t('account.sessions.endOthers')}
        kind="danger"
        onConfirm={endAll}
        onClose={() => setAsking(false)}
      >
        {t('account.sessions.endOthersText')}
      </ConfirmDialog>
    </Panel>
  )
}

function SessionItem({ session, isBusy, onEnd }: { session: SessionRow; isBusy: boolean; onEnd: () => void }) {
  const t = useText()
  const device = session.device === '' ? t('account.sessions.unknownDevice') : session.device
  return (
    <li className={styles.session}>
      <Icon name="laptop" />
      <div className={styles.about}>
        <strong>{device}</strong>{' '}
        {session.current && (
          <Badge tone="success" icon="check">
            {t('account.sessions.current')}
          </Badge>
        )}
        <small>
          {session.address} · {t('account.sessions.seen')} <Moment at={session.seenAt} /> · {t('account.sessions.started')}{' '}
          <Moment at={session.startedAt} />
        </small>
      </div>
      {!session.current && (
        <Button isBusy={isBusy} onPress={onEnd}>
          {t('account.sessions.end')}
          <span className="visually-hidden">: {device}</span>
        </Button>
      )}
    </li>
  )
}
