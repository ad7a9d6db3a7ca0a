import { expect, test } from 'vitest'
import { type AgentStatus, agentStatuses, chosenStatuses, mayFollowStatus, type StatusCause } from './agent-status.ts'

const from = (cause: StatusCause, status: AgentStatus) => agentStatuses.filter((to) => mayFollowStatus(status, to, cause))

test('people choose any status of theirs, except during a call', () => {
  expect(from('person', 'available')).toEqual(['away', 'dnd', 'custom1', 'custom2'])
  expect(from('person', 'cooldown').toSorted()).toEqual([...chosenStatuses].toSorted())
  expect(from('person', 'calling')).toEqual([])
})

test('a call begins from every status and ends in the work after it alone', () => {
  for (const status of agentStatuses.filter((one) => one !== 'calling')) expect(from('call', status)).toContain('calling')
  expect(from('call', 'calling')).toEqual(['cooldown'])
  expect(from('call', 'available')).toEqual(['calling'])
})

test('time ends what follows a call and nothing else', () => {
  expect(from('time', 'cooldown').toSorted()).toEqual([...chosenStatuses].toSorted())
  for (const status of agentStatuses.filter((one) => one !== 'cooldown')) expect(from('time', status)).toEqual([])
})

test('a browser that is gone leaves its agent away, whatever they did', () => {
  for (const status of agentStatuses) expect(from('gone', status)).toEqual(status === 'away' ? [] : ['away'])
})
