import { changesOf } from '../step-changes.ts'
import { ScriptSteps, stepName } from '../scripts.ts'
import type { AuditWords } from './words.ts'

/** What changed among the steps of a script, by their names; of a first version all of them. */
export function stepsText(words: AuditWords, before: unknown, after: unknown): string {
  const [was, is] = [ScriptSteps.safeParse(before).data ?? [], ScriptSteps.safeParse(after).data ?? []]
  if (was.length === 0 || is.length === 0) {
    const names = (is.length === 0 ? was : is).map(stepName)
    return say(words, 'all', names) ?? '–'
  }
  const changes = changesOf(was, is)
  const namesOf = (isIn: (change: string) => boolean) => [...new Set(changes.filter(({ change }) => isIn(change)).map(({ name }) => name))]
  const parts = [
    say(
      words,
      'added',
      namesOf((change) => change === 'added'),
    ),
    say(
      words,
      'removed',
      namesOf((change) => change === 'removed'),
    ),
    say(
      words,
      'changed',
      namesOf((change) => change !== 'added' && change !== 'removed'),
    ),
  ].filter((part) => part !== null)
  return parts.length === 0 ? (words.find('audit.steps.same') ?? '–') : parts.join(' · ')
}

const say = ({ find }: AuditWords, what: 'all' | 'added' | 'removed' | 'changed', names: readonly string[]) =>
  names.length === 0 ? null : find(`audit.steps.${what}`, { names: names.join(', ') })
