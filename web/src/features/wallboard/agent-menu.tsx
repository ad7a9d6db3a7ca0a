import { agentApi } from '@regie/contract/agents.ts'
import { chosenStatuses } from '@regie/contract/agent-status.ts'
import type { AgentBoard } from '@regie/contract/wallboard.ts'
import { useApiChange } from '../../api/use-api.ts'
import { useText } from '../../locales/i18n.tsx'
import { agentLooks } from '../../session/agent-looks.ts'
import { notify } from '../../session/notification.tsx'
import { failureWords } from '../../ui/failure-text.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'

/** Says for a colleague how they stand, for whoever may (right 406). During a call it comes after it. */
export function AgentMenu({ customerID, agent: { userID, agent, status } }: { customerID: number; agent: AgentBoard }) {
  const t = useText()
  const change = useApiChange(agentApi.changeStatus, {})
  const label = t('wallboard.changeStatus', { name: agent })
  return (
    <Menu
      label={label}
      trigger={<IconButton icon="more" label={label} />}
      items={chosenStatuses.map((chosen) => ({
        ...{ key: chosen, label: t(`agents.statuses.${chosen}`), icon: agentLooks[chosen].icon, isCurrent: chosen === status },
        onPress: () =>
          change.mutate({ body: { customerID, userID, status: chosen } }, { onError: (refusal: Error) => notify(failureWords(refusal)) }),
      }))}
    />
  )
}
