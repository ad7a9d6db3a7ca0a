import type { QueueBoard } from '@regie/contract/wallboard.ts'

/** The queues to show: the chosen ones of the chosen teams; of what was not chosen all, and what is gone does not count. */
export function shownQueues(all: readonly QueueBoard[], teams: readonly number[], queues: readonly number[]): number[] {
  const ofTeams = all.filter(({ teamID }) => teams.includes(teamID))
  const among = ofTeams.length === 0 ? all : ofTeams
  const chosen = among.filter(({ queueID }) => queues.includes(queueID))
  return (chosen.length === 0 ? among : chosen).map(({ queueID }) => queueID)
}
