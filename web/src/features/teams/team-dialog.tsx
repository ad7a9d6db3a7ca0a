import { type AgentPerson, type Team, teamNameMax } from '@regie/contract/teams.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useChangeTeam, useCreateTeam } from './teams-data.ts'
import { TickList } from './tick-list.tsx'

type TeamDialogProps = { customerID: number; team: Team | null; people: readonly AgentPerson[]; onClose: () => void }

/** A team: its name and who is in it. */
export function TeamDialog({ customerID, team, people, onClose }: TeamDialogProps) {
  const t = useText()
  const [name, setName] = useState(team?.name ?? '')
  const [memberIDs, setMembers] = useState<readonly number[]>(team?.memberIDs ?? [])
  const create = useCreateTeam()
  const change = useChangeTeam()
  const save = () => {
    const parts = { name, memberIDs: [...memberIDs] }
    return team === null
      ? create.mutateAsync({ body: { customerID, ...parts } })
      : change.mutateAsync({ params: { teamID: team.teamID }, body: { ...parts, version: team.version } })
  }
  return (
    <ConfirmDialog
      isOpen
      title={team === null ? t('teams.newTeam') : t('teams.changeTeam', { name: team.name })}
      verb={t('teams.save')}
      fields={['name', 'memberIDs']}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput label={t('teams.name')} isRequired maxLength={teamNameMax} value={name} onChange={setName} error={faultAt('name')} />
          <TickList
            label={t('teams.members')}
            choices={people.map((person) => ({ id: person.userID, name: person.name }))}
            chosen={memberIDs}
            onChoose={setMembers}
            none={t('teams.nobody')}
            error={faultAt('memberIDs')}
          />
        </>
      )}
    </ConfirmDialog>
  )
}
