import type { RightGroup } from '@regie/contract/rights.ts'
import { groupDescription, groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { CheckInput } from '../../ui/toggles.tsx'
import styles from './users.module.css'

type GroupChoiceProps = {
  groups: readonly RightGroup[]
  chosen: readonly number[]
  onChosen: (groupIDs: number[]) => void
  error?: string | undefined
}

/** The groups that one may give; a group with rights that the granter lacks says so and stays as it is. */
export function GroupChoice({ groups, chosen, onChosen, error }: GroupChoiceProps) {
  const t = useText()
  const { rights } = useSession()
  return (
    <fieldset className={styles.groups}>
      <legend>{t('users.fields.groups')}</legend>
      {groups.map((group) => {
        const isMine = group.codes.every((code) => rights.includes(code))
        return (
          <CheckInput
            key={group.id}
            label={groupName(group.name)}
            help={isMine ? groupDescription(group) || undefined : t('users.groupNotYours')}
            value={chosen.includes(group.id)}
            isDisabled={!isMine && !chosen.includes(group.id)}
            onChange={(isOn) => onChosen(isOn ? [...chosen, group.id] : chosen.filter((id) => id !== group.id))}
          />
        )
      })}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
