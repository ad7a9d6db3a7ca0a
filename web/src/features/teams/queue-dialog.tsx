import { usualLimits } from '@regie/contract/service-level.ts'
import { type AgentPerson, noTexts, type Queue, queueBounds, type Team, teamNameMax } from '@regie/contract/teams.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useSelection } from '../../session/selection.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { NumberInput, SelectInput } from '../../ui/inputs.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { type Inbound, InboundSettings } from './inbound-settings.tsx'
import { type DraftLimits, limitNames, QueueLimits, wholeLimits } from './queue-limits.tsx'
import styles from './teams.module.css'
import { useChangeQueue, useCreateQueue } from './teams-data.ts'
import { TickList } from './tick-list.tsx'

type QueueDialogProps = {
  customerID: number
  /** The queue to change, or the team that gets a new one. */
  about: { queue: Queue } | { newFor: Team }
  teams: readonly Team[]
  people: readonly AgentPerson[]
  callerIDs: readonly string[]
  onClose: () => void
}

/** A queue: who answers it, which scripts put through to it, and when an answer is in time. */
export function QueueDialog({ customerID, about, teams, people, callerIDs, onClose }: QueueDialogProps) {
  const t = useText()
  const { scripts } = useSelection()
  const queue = 'queue' in about ? about.queue : null
  const [draft, setDraft] = useState(() => startOf(about))
  const change = (changed: Partial<typeof draft>) => setDraft({ ...draft, ...changed })
  const create = useCreateQueue()
  const save = useChangeQueue()
  const team = teams.find(({ teamID }) => teamID === draft.teamID)
  const limits = wholeLimits(draft)
  const isWhole = limits !== null && draft.priority !== null && draft.ringSeconds !== null
  const confirm = () => {
    const { priority, ringSeconds } = draft
    const body = {
      ...{ ...draft, ...(limits ?? usualLimits) },
      ...{ priority: priority ?? 5, ringSeconds: ringSeconds ?? 20 },
      memberIDs: draft.memberIDs.filter((id) => team?.memberIDs.includes(id) === true),
    }
    return queue === null
      ? create.mutateAsync({ body: { customerID, ...body } })
      : save.mutateAsync({ params: { queueID: queue.queueID }, body: { ...body, version: queue.version } })
  }
  return (
    <ConfirmDialog
      isOpen
      title={queue === null ? t('teams.newQueue') : t('teams.changeQueue', { name: queue.name })}
      verb={t('teams.save')}
      fields={['name', 'number', 'memberIDs', 'scriptIDs', 'priority', ...limitNames, 'ringSeconds', 'callerIDs', 'opening', 'texts']}
      isDisabled={!isWhole}
      onConfirm={confirm}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <div className={styles.pair}>
            <TextInput
              label={t('teams.name')}
              isRequired
              maxLength={teamNameMax}
              value={draft.name}
              onChange={(name) => change({ name })}
              error={faultAt('name')}
            />
            <TextInput
              label={t('teams.number')}
              maxLength={15}
              value={draft.number}
              onChange={(number) => change({ number })}
              error={faultAt('number')}
            />
          </div>
          <div className={styles.pair}>
            <SelectInput
              label={t('teams.team')}
              value={String(draft.teamID)}
              onChange={(teamID) => change({ teamID: Number(teamID) })}
              options={teams.map((one) => ({ value: String(one.teamID), label: one.name }))}
            />
            <NumberInput
              label={t('teams.priority')}
              help={t('teams.priorityHelp')}
              {...queueBounds.priority}
              value={draft.priority}
              onChange={(priority) => change({ priority })}
              error={faultAt('priority')}
            />
          </div>
          <QueueLimits value={draft} onChange={change} faultAt={faultAt} />
          <NumberInput
            label={t('teams.ringSeconds')}
            help={t('teams.ringSecondsHelp')}
            {...queueBounds.ringSeconds}
            value={draft.ringSeconds}
            onChange={(ringSeconds) => change({ ringSeconds })}
            error={faultAt('ringSeconds')}
          />
          <TickList
            label={t('teams.answerers')}
            choices={people.filter(({ userID }) => team?.memberIDs.includes(userID)).map(({ userID, name }) => ({ id: userID, name }))}
            chosen={draft.memberIDs}
            onChoose={(memberIDs) => change({ memberIDs })}
            none={t('teams.noMembers')}
            error={faultAt('memberIDs')}
          />
          <TickList
            label={t('teams.scripts')}
            choices={scripts.map(({ scriptID, name }) => ({ id: scriptID, name }))}
            chosen={draft.scriptIDs}
            onChoose={(scriptIDs) => change({ scriptIDs })}
            none={t('teams.noScripts')}
            error={faultAt('scriptIDs')}
          />
          <InboundSettings value={draft} callerIDs={callerIDs} onChange={change} faultAt={faultAt} />
        </>
      )}
    </ConfirmDialog>
  )
}

type Draft = Inbound &
  DraftLimits &
  Pick<Queue, 'name' | 'number' | 'teamID' | 'memberIDs' | 'scriptIDs'> & {
    priority: number | null
    ringSeconds: number | null
  }

const usual = {
  ...{ ...usualLimits, priority: 5, ringSeconds: 20 },
  ...{ callerIDs: [], opening: [], texts: noTexts },
}

function startOf(about: QueueDialogProps['about']): Draft {
  if ('newFor' in about) {
    const { teamID, memberIDs } = about.newFor
    return { name: '', number: '', teamID, memberIDs, scriptIDs: [], ...usual }
  }
  const { queueID: _id, customerID: _customer, version: _version, ...draft } = about.queue
  return draft
}
