import { type ChatChannel, channelNameMax, type ChatPerson } from '@regie/contract/chat.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { useSession } from '../../session/use-session.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextInput } from '../../ui/text-inputs.tsx'
import { useAddChannel, useChangeChannel } from './chat-data.ts'
import { PeopleChoice } from './people-choice.tsx'

type DialogProps = {
  customerID: number
  /** Null: a new one. */
  channel: ChatChannel | null
  people: readonly ChatPerson[]
  onMade: (channelID: number) => void
  onClose: () => void
}

/** The name of a channel and who stands in it. Its maker stands in it always. */
export function ChannelDialog({ customerID, channel, people, onMade, onClose }: DialogProps) {
  const t = useText()
  const { userID } = useSession()
  const [name, setName] = useState(channel?.name ?? '')
  const [chosen, setChosen] = useState<readonly number[]>(channel?.memberIDs ?? [])
  const add = useAddChannel()
  const change = useChangeChannel()
  const save = async () => {
    const body = { name, memberIDs: [...chosen.filter((id) => id !== userID), ...(channel === null ? [] : [userID])] }
    const saved =
      channel === null
        ? await add.mutateAsync({ body: { ...body, customerID } })
        : await change.mutateAsync({ params: { channelID: channel.channelID }, body: { ...body, version: channel.version } })
    onMade(saved.channelID)
  }
  return (
    <ConfirmDialog
      isOpen
      title={t(channel === null ? 'chat.newChannel' : 'chat.change')}
      verb={t(channel === null ? 'chat.make' : 'chat.save')}
      fields={['name', 'memberIDs']}
      onConfirm={save}
      onClose={onClose}
    >
      {(faultAt) => (
        <>
          <TextInput label={t('chat.name')} isRequired maxLength={channelNameMax} value={name} onChange={setName} error={faultAt('name')} />
          <PeopleChoice people={people.filter((person) => person.userID !== userID)} chosen={chosen} onChoose={setChosen} />
          {faultAt('memberIDs') !== undefined && <p role="alert">{faultAt('memberIDs')}</p>}
        </>
      )}
    </ConfirmDialog>
  )
}
