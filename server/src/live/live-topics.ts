import type { LiveDelta, LiveEvent, LiveTopic } from '@regie/contract/live-events.ts'
import type { Caller } from '../platform/http/caller.ts'

export type TopicName = LiveTopic['topic']
type TopicOf<Name extends TopicName> = Extract<LiveTopic, { topic: Name }>

/** What an event is about, for a topic: which key, and what of it changed. */
export type Touched = { key: number; item: number }

/** One kind of thing that screens follow. An entry in main/live-topic-table.ts is all that the server needs for another. */
export type LiveTopicEntry<Name extends TopicName> = {
  /** Whoever follows the same key gets the same. */
  key(topic: TopicOf<Name>): number
  /** Right and customer: asked when somebody begins to follow, and again when their rights change. */
  mayFollow(caller: Caller, topic: TopicOf<Name>): boolean | Promise<boolean>
  touched(event: LiveEvent): readonly Touched[]
  /** Absent: screens ask again at once. Else what changed is collected for so long, and read once for all who follow. */
  gather?: { ms: number; read(key: number, items: readonly number[]): Promise<LiveDelta> }
}

export type LiveTopicTable = { [Name in TopicName]: LiveTopicEntry<Name> }
