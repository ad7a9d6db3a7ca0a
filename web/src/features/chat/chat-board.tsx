import type { ChatChannel } from '@regie/contract/chat.ts'
import { useState } from 'react'
import { useText } from '../../locales/i18n.tsx'
import { paths } from '../../paths.ts'
import { useAddress, useGoTo } from '../../session/address.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import styles from './chat.module.css'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelList } from './channel-list.tsx'
import { useChannels, usePeople } from './chat-data.ts'
import { Conversation } from './conversation.tsx'
import { FoundMessages } from './found-messages.tsx'
import { TalkDialog } from './talk-dialog.tsx'
import { useChannelKeys } from './use-channel-keys.ts'

/** The chat of a customer: channels at the left, the chosen one beside them. On a phone one of both. */
export function ChatBoard({ customerID }: { customerID: number }) {
  const channels = useChannels(customerID)
  return <Loaded query={channels}>{(rows) => <Board customerID={customerID} channels={rows} />}</Loaded>
}

function Board({ customerID, channels }: { customerID: number; channels: readonly ChatChannel[] }) {
  const t = useText()
  const goTo = useGoTo()
  const { data: people = [] } = usePeople(customerID)
  const [{ channel: chosen, q }, change] = useAddress(['channel', 'q'])
  const [asked, setAsked] = useState<'channel' | 'talk' | null>(null)
  const isChosen = channels.some(({ channelID }) => channelID === Number(chosen))
  const current = channels.find(({ channelID, kind }) => (isChosen ? channelID === Number(chosen) : kind === 'general'))
  const open = (channelID: number) => {
    setAsked(null)
    goTo(paths.chat({ channel: channelID }))
  }
  useChannelKeys(channels, current?.channelID ?? null, open)
  const isPhone = useIsPhone()
  const isSearching = q.trim().length >= 2
  return (
    <div className={styles.board} data-open={isChosen || isSearching || undefined}>
      <aside className={styles.side}>
        <SearchInput label={t('chat.search')} value={q} onSearch={(words) => change({ q: words })} maxLength={100} />
        <ChannelList
          channels={channels}
          currentID={isSearching ? null : (current?.channelID ?? null)}
          onAddChannel={() => setAsked('channel')}
          onAddTalk={() => setAsked('talk')}
        />
      </aside>
      {isSearching ? (
        <FoundMessages customerID={customerID} q={q} channels={channels} people={people} />
      ) : (
        // What nobody sees is not read either.
        current !== undefined &&
        (isChosen || !isPhone) && (
          <Conversation
            key={current.channelID}
            customerID={customerID}
            channel={current}
            people={people}
            onBack={() => goTo(paths.chat())}
          />
        )
      )}
      {asked === 'channel' && (
        <ChannelDialog customerID={customerID} channel={null} people={people} onMade={open} onClose={() => setAsked(null)} />
      )}
      {asked === 'talk' && <TalkDialog customerID={customerID} people={people} onMade={open} onClose={() => setAsked(null)} />}
    </div>
  )
}
