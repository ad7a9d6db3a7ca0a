import { agentApi, type Agent } from '@regie/contract/agents.ts'
import { cooldownSeconds } from '@regie/contract/agent-status.ts'
import { useText } from '../../locales/i18n.tsx'
import { agentLooks } from '../../session/agent-looks.ts'
import { stopwatch } from '../../session/stopwatch.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './desk.module.css'
import { useDeskChange } from './desk-data.ts'

/** How the agent stands and since when, with the time that is left after a call. */
export function AgentBar({ customerID, agent }: { customerID: number; agent: Agent | null }) {
  const t = useText()
  const now = useNow(1000)
  const change = useDeskChange(agentApi.changeStatus)
  if (agent === null) return <p className={styles.quiet}>{t('desk.noTeam')}</p>
  const stand = (status: 'available' | 'custom1' | 'custom2') => change.send({ body: { customerID, status } })
  const stoodMs = now - Date.parse(agent.statusAt)
  const isAfter = agent.status === 'cooldown'
  const isIn = agent.loginAt !== null
  const isPausing = agent.afterCall === 'custom1'
  return (
    <Panel title={t('desk.now')}>
      <div className={styles.stand}>
        <Badge tone={agentLooks[agent.status].tone} icon={agentLooks[agent.status].icon}>
          {t(`agents.statuses.${agent.status}`)}
        </Badge>
        <span className="numbers" aria-live="off">
          {isAfter ? t('desk.left', { time: stopwatch(cooldownSeconds * 1000 - stoodMs) }) : isIn && stopwatch(stoodMs)}
        </span>
      </div>
      <div className={styles.row}>
        {(agent.status === 'calling' || isAfter) && (
          <Button kind="quiet" isBusy={change.isPending} onPress={() => stand(isPausing ? 'available' : 'custom1')}>
            {t(isPausing ? 'desk.noPauseAfter' : 'desk.pauseAfter')}
          </Button>
        )}
        {isAfter && (
          <Button isBusy={change.isPending} onPress={() => stand('custom2')}>
            {t('desk.moreTime')}
          </Button>
        )}
        {agent.status !== 'calling' && !isAfter && agent.status !== 'available' && (
          <Button isBusy={change.isPending} onPress={() => stand('available')}>
            {t('desk.becomeAvailable')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
