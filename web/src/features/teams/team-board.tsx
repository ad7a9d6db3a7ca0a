import type { AgentPerson, Queue, Team } from '@regie/contract/teams.ts'
import { Right } from '@regie/contract/right-codes.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { bothOf, Loaded } from '../../ui/loaded.tsx'
import { QueueDialog } from './queue-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'
import { TeamPanel } from './team-panel.tsx'
import styles from './teams.module.css'
import { useQueues, useRemoveQueue, useRemoveTeam, useTeams } from './teams-data.ts'

type Asked =
  | { kind: 'team'; team: Team | null }
  | { kind: 'queue'; about: { queue: Queue } | { newFor: Team } }
  | { kind: 'removeTeam'; team: Team }
  | { kind: 'removeQueue'; queue: Queue }

/** The teams of a customer, each with its people and its queues. */
export function TeamBoard({ customerID }: { customerID: number }) {
  const t = useText()
  const [asked, setAsked] = useState<Asked | null>(null)
  const query = bothOf(useTeams(customerID), useQueues(customerID))
  return (
    <Loaded query={query} lines={8}>
      {([{ teams, people }, { queues, callerIDs }]) => (
        <div className={styles.board}>
          {teams.length === 0 ? (
            <EmptyState
              icon="team"
              title={t('teams.empty.title')}
              text={t('teams.empty.text')}
              action={<NewTeam onPress={() => setAsked({ kind: 'team', team: null })} />}
            />
          ) : (
            <>
              <div className={styles.head}>
                <NewTeam onPress={() => setAsked({ kind: 'team', team: null })} />
              </div>
              {teams.map((team) => (
                <TeamPanel
                  key={team.teamID}
                  team={team}
                  people={people}
                  queues={queues.filter(({ teamID }) => teamID === team.teamID)}
                  onChange={() => setAsked({ kind: 'team', team })}
                  onRemove={() => setAsked({ kind: 'removeTeam', team })}
                  onNewQueue={() => setAsked({ kind: 'queue', about: { newFor: team } })}
                  onQueue={(queue) => setAsked({ kind: 'queue', about: { queue } })}
                  onRemoveQueue={(queue) => setAsked({ kind: 'removeQueue', queue })}
                />
              ))}
            </>
          )}
          <Question
            customerID={customerID}
            asked={asked}
            teams={teams}
            people={people}
            callerIDs={callerIDs}
            onClose={() => setAsked(null)}
          />
        </div>
      )}
    </Loaded>
  )
}

function NewTeam({ onPress }: { onPress: () => void }) {
  const t = useText()
  return (
    <Can right={Right.changeTeams}>
      {(reason) => (
        <Button kind="main" icon={<Icon name="plus" size={16} />} reason={reason} onPress={onPress}>
          {t('teams.newTeam')}
        </Button>
      )}
    </Can>
  )
}

type QuestionProps = {
  customerID: number
  asked: Asked | null
  teams: readonly Team[]
  people: readonly AgentPerson[]
  callerIDs: readonly string[]
  onClose: () => void
}

function Question({ customerID, asked, teams, people, callerIDs, onClose }: QuestionProps) {
  const t = useText()
  const removeTeam = useRemoveTeam()
  const removeQueue = useRemoveQueue()
  switch (asked?.kind) {
    case undefined:
      return null
    case 'team':
      return <TeamDialog customerID={customerID} team={asked.team} people={people} onClose={onClose} />
    case 'queue':
      return (
        <QueueDialog customerID={customerID} about={asked.about} teams={teams} people={people} callerIDs={callerIDs} onClose={onClose} />
      )
    case 'removeTeam':
      return (
        <ConfirmDialog
          isOpen
          title={t('teams.removeTeam', { name: asked.team.name })}
          verb={t('teams.remove')}
          kind="danger"
          onConfirm={() => removeTeam.mutateAsync({ params: { teamID: asked.team.teamID } })}
          onClose={onClose}
        >
          <p>{t('teams.removeTeamText')}</p>
        </ConfirmDialog>
      )
    case 'removeQueue':
      return (
        <ConfirmDialog
          isOpen
          title={t('teams.removeQueue', { name: asked.queue.name })}
          verb={t('teams.remove')}
          kind="danger"
          onConfirm={() => removeQueue.mutateAsync({ params: { queueID: asked.queue.queueID } })}
          onClose={onClose}
        >
          <p>{t('teams.removeQueueText')}</p>
        </ConfirmDialog>
      )
  }
}
