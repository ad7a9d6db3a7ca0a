import type { AgentPerson, Queue, Team } from '@regie/contract/teams.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Line, LineList, LineNote } from '../../ui/line-list.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Panel } from '../../ui/panel.tsx'
import styles from './teams.module.css'

type TeamPanelProps = {
  team: Team
  people: readonly AgentPerson[]
  queues: readonly Queue[]
  onChange: () => void
  onRemove: () => void
  onNewQueue: () => void
  onQueue: (queue: Queue) => void
  onRemoveQueue: (queue: Queue) => void
}

/** One team: who is in it, and its queues. */
export function TeamPanel({ team, people, queues, onChange, onRemove, onNewQueue, onQueue, onRemoveQueue }: TeamPanelProps) {
  const t = useText()
  const mayChange = useRight(Right.changeTeams)
  const reason = mayChange ? undefined : t('ui.noRight')
  const keepsQueues = queues.length > 0 ? t('teams.queuesFirst') : undefined
  return (
    <Panel
      title={team.name}
      isFlush
      actions={
        <>
          <Button reason={reason} onPress={onNewQueue}>
            {t('teams.newQueue')}
            <span className="visually-hidden">: {team.name}</span>
          </Button>
          <Menu
            label={t('teams.actionsOf', { name: team.name })}
            trigger={<IconButton icon="more" label={t('teams.actionsOf', { name: team.name })} />}
            items={[
              { key: 'change', label: t('teams.change'), icon: 'edit', onPress: onChange, reason },
              { key: 'remove', label: t('teams.remove'), icon: 'trash', onPress: onRemove, reason: reason ?? keepsQueues, isDanger: true },
            ]}
          />
        </>
      }
    >
      <p className={styles.people}>{namesOf(team.memberIDs, people) || t('teams.noMembers')}</p>
      {queues.length === 0 ? (
        <p className={styles.none}>{t('teams.noQueues')}</p>
      ) : (
        <LineList>
          {queues.map((queue) => (
            <QueueLine
              key={queue.queueID}
              queue={queue}
              people={people}
              reason={reason}
              onChange={() => onQueue(queue)}
              onRemove={() => onRemoveQueue(queue)}
            />
          ))}
        </LineList>
      )}
    </Panel>
  )
}

type QueueLineProps = {
  queue: Queue
  people: readonly AgentPerson[]
  reason: string | undefined
  onChange: () => void
  onRemove: () => void
}

function QueueLine({ queue, people, reason, onChange, onRemove }: QueueLineProps) {
  const t = useText()
  const { scripts } = useSelection()
  const named = scripts.filter(({ scriptID }) => queue.scriptIDs.includes(scriptID)).map(({ name }) => name)
  return (
    <Line
      name={queue.number === '' ? queue.name : `${queue.name} ${queue.number}`}
      badges={
        <Badge tone="neutral" icon="clock">
          {t('teams.target', { percent: queue.targetPercent, seconds: queue.targetSeconds })}
        </Badge>
      }
      actions={
        <Menu
          label={t('teams.actionsOf', { name: queue.name })}
          trigger={<IconButton icon="more" label={t('teams.actionsOf', { name: queue.name })} />}
          items={[
            { key: 'change', label: t('teams.change'), icon: 'edit', onPress: onChange, reason },
            { key: 'remove', label: t('teams.remove'), icon: 'trash', onPress: onRemove, reason, isDanger: true },
          ]}
        />
      }
    >
      <LineNote>
        {queue.memberIDs.length === 0 ? t('teams.nobodyAnswers') : t('teams.answeredBy', { names: namesOf(queue.memberIDs, people) })}
      </LineNote>
      <LineNote>{named.length === 0 ? t('teams.noScriptYet') : t('teams.fromScripts', { names: named.join(', ') })}</LineNote>
    </Line>
  )
}

const namesOf = (ids: readonly number[], people: readonly AgentPerson[]) =>
  people
    .filter(({ userID }) => ids.includes(userID))
    .map(({ name }) => name)
    .join(', ')
