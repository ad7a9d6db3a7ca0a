import type { AgentBoard, QueueBoard } from '@regie/contract/wallboard.ts'
import { formatTime } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { agentLooks } from '../../session/agent-looks.ts'
import { stopwatch } from '../../session/stopwatch.ts'
import { Icon } from '../../ui/icon.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { ListenButton } from './listen-button.tsx'
import styles from './wall.module.css'

type WallAgentsProps = {
  agents: readonly AgentBoard[]
  queues: readonly QueueBoard[]
  now: number
  /** The customer whose agents the watcher may give another status; null: they may not, or nobody touches this screen. */
  changesFor: number | null
  /** May the watcher listen to calls here? */
  listens: boolean
}

/** The agents who answer these queues: queue, the person they talk with, since when they are there and stand as they do. */
export function WallAgents({ agents, queues, now, changesFor, listens }: WallAgentsProps) {
  const t = useText()
  const hasFigures = agents.some(({ answered }) => answered !== null)
  if (agents.length === 0) return <p className={styles.nobody}>{t('wallboard.noAgents')}</p>
  return (
    <table className={styles.agents}>
      <thead>
        <tr>
          <th scope="col">{t('wallboard.agent')}</th>
          <th scope="col">{t('wallboard.status')}</th>
          <th scope="col" className={styles.number}>
            {t('wallboard.since')}
          </th>
          <th scope="col">{t('wallboard.queue')}</th>
          <th scope="col">{t('wallboard.caller')}</th>
          <th scope="col" className={styles.number}>
            {t('wallboard.login')}
          </th>
          {hasFigures && (
            <th scope="col" className={styles.number}>
              {t('wallboard.answered')}
            </th>
          )}
          {(changesFor !== null || listens) && (
            <td>
              <span className="visually-hidden">{t('wallboard.actions')}</span>
            </td>
          )}
        </tr>
      </thead>
      <tbody>
        {agents.map((agent) => (
          <tr key={agent.userID}>
            <th scope="row">{agent.agent}</th>
            <td>
              <span className={styles.status} data-tone={agentLooks[agent.status].tone}>
                <Icon name={agentLooks[agent.status].icon} size={20} />
                {t(`agents.statuses.${agent.status}`)}
              </span>
            </td>
            <td className={styles.number}>{stopwatch(now - Date.parse(agent.statusAt))}</td>
            <td className={styles.queues} title={queueWords(agent, queues)}>
              {queueWords(agent, queues)}
            </td>
            <td className={styles.caller}>{agent.caller ?? ''}</td>
            <td className={styles.number}>{formatTime(agent.loginAt)}</td>
            {hasFigures && <td className={styles.number}>{agent.answered}</td>}
            {(changesFor !== null || listens) && (
              <td className={styles.number}>
                {listens && agent.talk !== null && <ListenButton agent={agent.agent} talk={agent.talk} />}
                {changesFor !== null && <AgentMenu customerID={changesFor} agent={agent} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The queue of the call that is on; else those that they answer, by their numbers, so that a line stays a line. */
function queueWords({ queueID, queueIDs }: AgentBoard, queues: readonly QueueBoard[]): string {
  const talking = queues.find((queue) => queue.queueID === queueID)
  if (talking !== undefined) return `${talking.name} ${talking.number}`.trim()
  const answered = queues.filter((queue) => queueIDs.includes(queue.queueID))
  return answered.map(({ name, number }) => (number === '' ? name : number)).join(', ')
}
