import { type AppPath, paths } from '../../paths.ts'
import type { Outcome } from './call-columns.tsx'

type About = { from: string; until: string; queues: readonly number[]; outcome: Outcome; fromAt?: string; untilAt?: string }

/** The cases behind a number of calls; no queue is every queue. */
export function casesOf({ queues, ...about }: About): AppPath {
  return paths.figure({ figure: 'queueCalls', ...about, ...(queues.length > 0 && { queues: queues.join(',') }) })
}
