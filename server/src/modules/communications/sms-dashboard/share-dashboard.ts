import type { SmsDashboard } from '@regie/contract/sms.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Services } from '../../../services.ts'
import { findSmsDashboard } from './sms-dashboard.ts'

const sharedMs = 5_000

type Shared = { since: number; answer: Promise<SmsDashboard> }
// By the clock, which every budget of one server has in common: an installation keeps its own answers.
const known = new WeakMap<Clock, Map<number, Shared>>()

function answersOf({ clock }: Services): Map<number, Shared> {
  const answers = known.get(clock) ?? new Map<number, Shared>()
  known.set(clock, answers)
  return answers
}

/** The dashboard of a customer, read once in five seconds for however many look at it: it says nothing that depends on who looks. */
export function shareDashboard(services: Services, customerId: number): Promise<SmsDashboard> {
  const answers = answersOf(services)
  const shared = answers.get(customerId)
  const now = performance.now()
  if (shared && now - shared.since < sharedMs) return shared.answer
  const answer = findSmsDashboard(services, customerId)
  answers.set(customerId, { since: now, answer })
  // What failed is asked again by the next one.
  answer.catch(() => answers.delete(customerId))
  return answer
}

/** The same as it is now, for who changed it; what others read before is forgotten. */
export function freshDashboard(services: Services, customerId: number): Promise<SmsDashboard> {
  answersOf(services).delete(customerId)
  return shareDashboard(services, customerId)
}
