import type { FailureCause } from '@regie/contract/failure-causes.ts'
import type { MessageOutcome, ReportedChannel } from '@regie/contract/message-report.ts'
import { type AppPath, paths } from '../../paths.ts'

type About = {
  channel: ReportedChannel
  counted: MessageOutcome
  from: string
  until: string
  scriptID?: number | null
  templateID?: number
  fromAt?: string
  untilAt?: string
  failure?: { cause: FailureCause | null; code: string }
}

/** The cases behind a number of messages; no script is every script. */
export function casesOf({ scriptID, templateID, failure, ...about }: About): AppPath {
  return paths.figure({
    figure: 'messages',
    ...about,
    ...(scriptID != null && { scriptID: String(scriptID) }),
    ...(templateID !== undefined && { templateID: String(templateID) }),
    ...(failure !== undefined && (failure.cause === null ? { code: failure.code } : { cause: failure.cause })),
  })
}
