import { queueApi, teamApi } from '@regie/contract/teams.ts'
import { useApi } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { useKeptQueues } from '../../session/kept-queues.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SwitchInput } from '../../ui/toggles.tsx'

type QueueChoiceProps = { customerID: number; withMulti?: boolean }

const without = (ids: readonly number[], id: number) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])

/** Which teams and queues to show, and whether each stands by itself. The queues to choose from are those of the chosen teams. */
export function QueueChoice({ customerID, withMulti = false }: QueueChoiceProps) {
  const t = useText()
  const { teams, queues, multi, onTeams, onQueues, onMulti } = useKeptQueues(customerID)
  const allTeams = useApi(teamApi.choice, { query: { customerID } }, { staleMs: 60_000 }).data ?? []
  const query = { customerID, ...(teams.length > 0 && { teams: JSON.stringify(teams) }) }
  const ofTeams = useApi(queueApi.choice, { query }, { staleMs: 60_000, keepsPrevious: true }).data ?? []
  const shown = ofTeams.filter(({ queue_id: id }) => queues.includes(id))
  return (
    <>
      {allTeams.length > 1 && (
        <Menu
          label={t('wallboard.teams')}
          trigger={<Button>{t('wallboard.teamsChosen', { count: teams.length })}</Button>}
          items={allTeams.map(({ team_id: id, team_name: name }) => ({
            ...{ key: String(id), label: name, isCurrent: teams.includes(id) },
            onPress: () => onTeams(without(teams, id)),
          }))}
        />
      )}
      <Menu
        label={t('wallboard.queues')}
        trigger={<Button>{t('wallboard.queuesChosen', { count: shown.length })}</Button>}
        items={ofTeams.map(({ queue_id: id, queue_name: name }) => ({
          ...{ key: String(id), label: name, isCurrent: queues.includes(id) },
          onPress: () => onQueues(without(queues, id)),
        }))}
      />
      {shown.length > 0 && <IconButton icon="close" label={t('wallboard.everyQueue')} onPress={() => onQueues([])} />}
      {withMulti && <SwitchInput label={t('wallboard.multi')} value={multi} onChange={onMulti} />}
    </>
  )
}
