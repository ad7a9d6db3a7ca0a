import { type Agent, agentApi } from '@regie/contract/agents.ts'
import { chosenStatuses } from '@regie/contract/agent-status.ts'
import { type ReactNode, useEffect } from 'react'
import { callApi } from '../../api/call-api.ts'
import { useApi, useApiChange } from '../../api/use-api.ts'
import { useLiveUpdates } from '../../live/use-live-updates.ts'
import { formatMoment } from '../../locales/format.ts'
import { useText } from '../../locales/i18n.tsx'
import { agentLooks } from '../../session/agent-looks.ts'
import { notify } from '../../session/notification.tsx'
import { useSession } from '../../session/use-session.ts'
import { failureWords } from '../../ui/failure-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import styles from './agents.module.css'

// Well within the time after which an agent whose browser is silent is away (contract/src/agent-status.ts).
const stayMs = 40_000

/** How the user stands as an agent, and what they choose next; nothing for whoever is in no team. */
export function AgentControl({ customerID, pop }: { customerID: number; pop: ReactNode }) {
  const { userID } = useSession()
  useLiveUpdates({ topic: 'agent', userID }, [agentApi.mine], 300)
  const { data } = useApi(agentApi.mine, { query: { customerID } })
  const agent = data?.agent ?? null
  const isIn = agent !== null && agent.loginAt !== null
  useEffect(() => {
    if (!isIn) return
    // A failure is no news: the live bar says that the connection is gone.
    const timer = setInterval(() => void callApi(agentApi.stay, { body: { customerID } }).catch(() => undefined), stayMs)
    return () => clearInterval(timer)
  }, [customerID, isIn])
  if (agent === null) return null
  return (
    <>
      <StatusMenu customerID={customerID} agent={agent} />
      {/* Only who is at work is put through to. */}
      {isIn && pop}
    </>
  )
}

function StatusMenu({ customerID, agent }: { customerID: number; agent: Agent }) {
  const t = useText()
  const items = useItems(customerID, agent)
  const word = t(`agents.statuses.${agent.status}`)
  const since = t('agents.since', { moment: formatMoment(agent.statusAt) })
  return (
    <Menu
      label={t('agents.label')}
      trigger={
        <button type="button" className={styles.status} data-tone={agentLooks[agent.status].tone} title={`${word} ${since}`}>
          <Icon name={agentLooks[agent.status].icon} size={16} />
          <span className={styles.word}>{word}</span>
          <span className="visually-hidden">
            {t('agents.label')}: {word} {since}
          </span>
        </button>
      }
      items={items}
    />
  )
}

function useItems(customerID: number, agent: Agent): readonly MenuItem[] {
  const t = useText()
  const refresh = { refresh: [agentApi.mine] }
  const change = useApiChange(agentApi.changeStatus, refresh)
  const logOut = useApiChange(agentApi.logOut, refresh)
  const onError = (refusal: Error) => notify(failureWords(refusal))
  const isInCall = agent.status === 'calling'
  const statuses = chosenStatuses.map((status) => ({
    key: status,
    label: isInCall ? t('agents.afterCall', { status: t(`agents.statuses.${status}`) }) : t(`agents.statuses.${status}`),
    icon: agentLooks[status].icon,
    isCurrent: isInCall ? agent.afterCall === status : agent.loginAt !== null && agent.status === status,
    onPress: () => change.mutate({ body: { customerID, status } }, { onError }),
  }))
  const queueIDs = agent.queues.filter(({ isIn }) => isIn).map(({ queueID }) => queueID)
  const now = chosenStatuses.find((status) => status === agent.status) ?? 'available'
  const queues = agent.queues.map(({ queueID, name, isIn }) => ({
    key: `queue-${queueID}`,
    group: t('agents.queues'),
    label: name,
    isCurrent: isIn,
    reason: agent.loginAt === null ? t('agents.logInFirst') : undefined,
    onPress: () => {
      const wanted = isIn ? queueIDs.filter((id) => id !== queueID) : [...queueIDs, queueID]
      change.mutate({ body: { customerID, status: now, queueIDs: wanted } }, { onError })
    },
  }))
  const leave = {
    key: 'leave',
    group: '',
    label: t('agents.logOut'),
    icon: 'logout' as const,
    reason: agent.loginAt === null ? t('agents.notIn') : isInCall ? t('agents.inCall') : undefined,
    onPress: () => logOut.mutate({ body: { customerID } }, { onError }),
  }
  return [...statuses, ...queues, leave]
}
