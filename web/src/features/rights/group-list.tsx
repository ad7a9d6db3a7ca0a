import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { groupDescription, groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { useRight } from '../../session/use-right.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { NewGroupDialog } from './new-group-dialog.tsx'
import { groupRefusal } from './rights-data.ts'
import styles from './rights.module.css'

/** The right groups with how many hold them; one opens to its name, description and members. */
export function GroupList({ groups, customerID }: { groups: readonly RightGroup[]; customerID: number | null }) {
  const t = useText()
  const mayChangeInstallation = useRight(Right.changeRightObjects)
  const [opened, setOpened] = useState<number | null>(null)
  const [isAdding, setAdding] = useState(false)
  const refusal = groups.find(({ id }) => id === opened)
  return (
    <>
      <div className={styles.tools}>
        <Can right={Right.changeGroups}>
          {(reason) => (
            <Button kind="main" reason={reason} onPress={() => setAdding(true)}>
              {t('rights.newGroup')}
            </Button>
          )}
        </Can>
      </div>
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={group.id}>
            <div>
              <button type="button" className={styles.open} onClick={() => setOpened(group.id)}>
                {groupName(group.name)}
              </button>
              <p>{groupDescription(group)}</p>
            </div>
            <span>{t('rights.memberCount', { count: group.members.length })}</span>
            <span>{group.everyRight ? t('rights.everyRight') : t('rights.rightCount', { count: group.codes.length })}</span>
            <Badge tone={group.customerID === null ? 'info' : 'neutral'} icon={group.customerID === null ? 'building' : 'users'}>
              {t(group.customerID === null ? 'rights.ofInstallation' : 'rights.ofCustomer')}
            </Badge>
          </li>
        ))}
      </ul>
      {opened !== null && refusal !== undefined && (
        <GroupDialog
          groupID={opened}
          customerID={customerID}
          refusal={
            refusal.customerID === null && !mayChangeInstallation && groupRefusal(refusal, false) !== null
              ? t('rights.refusals.installation')
              : undefined
          }
          onClose={() => setOpened(null)}
        />
      )}
      {isAdding && <NewGroupDialog groups={groups} customerID={customerID} onClose={() => setAdding(false)} />}
    </>
  )
}
