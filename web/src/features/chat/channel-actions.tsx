import type { ChatChannel, ChatPerson } from '@regie/contract/chat.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useLeaveChannel } from './chat-data.ts'
import { ChannelDialog } from './channel-dialog.tsx'

type ActionsProps = { customerID: number; channel: ChatChannel; people: readonly ChatPerson[]; onLeft: () => void }

/** What a member can do with a channel. */
export function ChannelActions({ customerID, channel, people, onLeft }: ActionsProps) {
  const t = useText()
  const [asked, setAsked] = useState<'change' | 'leave' | null>(null)
  const leave = useLeaveChannel()
  const close = () => setAsked(null)
  return (
    <>
      <Menu
        label={t('chat.more')}
        trigger={<IconButton icon="more" label={t('chat.more')} />}
        items={[
          { key: 'change', label: t('chat.change'), icon: 'edit', onPress: () => setAsked('change') },
          { key: 'leave', label: t('chat.leave'), icon: 'logout', onPress: () => setAsked('leave') },
        ]}
      />
      {asked === 'change' && <ChannelDialog customerID={customerID} channel={channel} people={people} onMade={close} onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'leave'}
        title={t('chat.leave')}
        verb={t('chat.leave')}
        kind="danger"
        onConfirm={async () => {
          await leave.mutateAsync({ params: { channelID: channel.channelID } })
          onLeft()
        }}
        onClose={close}
      >
        {t('chat.leaveText')}
      </ConfirmDialog>
    </>
  )
}
