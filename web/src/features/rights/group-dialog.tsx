import { Right } from '@regie/contract/right-codes.ts'
import type { RightGroup } from '@regie/contract/rights.ts'
import { useState } from 'react'
import { groupName } from '../../locales/group-name.ts'
import { useText } from '../../locales/i18n.tsx'
import { Can } from '../../session/can.tsx'
import { notify } from '../../session/notification.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { GroupForm } from './group-form.tsx'
import { GroupMembers } from './group-members.tsx'
import { useGroup, useRemoveGroup, wouldLockOut } from './rights-data.ts'
import styles from './rights.module.css'

type GroupDialogProps = { groupID: number; customerID: number | null; refusal: string | undefined; onClose: () => void }

/** One group: its name, what it is for, its members, and the end of it. */
export function GroupDialog({ groupID, customerID, refusal, onClose }: GroupDialogProps) {
  const t = useText()
  const group = useGroup(groupID)
  return (
    <Dialog
      isOpen
      size="wide"
      title={group.data ? groupName(group.data.name) : t('rights.group')}
      onClose={onClose}
      actions={group.data !== undefined && <RemoveGroup group={group.data} refusal={refusal} onGone={onClose} />}
    >
      <Loaded query={group}>
        {(found) => (
          <div className={styles.sections}>
            {refusal !== undefined && <Notice icon="lock">{refusal}</Notice>}
            <GroupForm group={found} refusal={refusal} />
            <GroupMembers group={found} customerID={customerID} refusal={refusal} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function RemoveGroup({ group, refusal, onGone }: { group: RightGroup; refusal: string | undefined; onGone: () => void }) {
  const t = useText()
  const remove = useRemoveGroup()
  const [isAsked, setAsked] = useState(false)
  const [isWarned, setWarned] = useState(false)
  return (
    <>
      <Can right={Right.changeGroups} refusal={refusal}>
        {(reason) => (
          <Button icon={<Icon name="trash" size={16} />} reason={reason} onPress={() => setAsked(true)}>
            {t('rights.removeGroup')}
          </Button>
        )}
      </Can>
      <ConfirmDialog
        isOpen={isAsked}
        kind="danger"
        title={t('rights.removeQuestion', { group: groupName(group.name) })}
        verb={t('rights.remove')}
        onConfirm={async () => {
          try {
            await remove.mutateAsync({ params: { groupID: group.id }, query: { confirmed: isWarned ? 'yes' : 'no' } })
          } catch (failure) {
            setWarned(wouldLockOut(failure))
            throw failure
          }
          notify(t('rights.removed', { group: groupName(group.name) }))
          onGone()
        }}
        onClose={() => setAsked(false)}
      >
        <p>{t('rights.removeText', { count: group.members.length })}</p>
      </ConfirmDialog>
    </>
  )
}
