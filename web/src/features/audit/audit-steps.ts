import { changesOf } from '@regie/contract/step-changes.ts'
import { ScriptSteps, stepName } from '@regie/contract/scripts.ts'
import { findText } from '../../locales/i18n.tsx'

/** What changed among the steps of a script, by their names; of a first version all of them. */
export function stepsText(before: unknown, after: unknown): string {
  const [was, is] = [ScriptSteps.safeParse(before).data ?? [], ScriptSteps.safeParse(after).data ?? []]
  if (was.length === 0 || is.length === 0) {
    const names = (is.length === 0 ? was : is).map(stepName)
    return say('all', names) ?? '–'
  }
  const changes = changesOf(was, is)
  const namesOf = (isIn: (change: string) => boolean) => [...new Set(changes.filter(({ change }) => isIn(change)).map(({ name }) => name))]
  const parts = [
    say(
      'added',
      namesOf((change) => change === 'added'),
    ),
    say(
      'removed',
      namesOf((change) => change === 'removed'),
    ),
    say(
      'changed',
      namesOf((change) => change !== 'added' && change !== 'removed'),
    ),
  ].filter((part) => part !== null)
  return parts.length === 0 ? (findText('audit.steps.same') ?? '–') : parts.join(' · ')
}

const say = (what: 'all' | 'added' | 'removed' | 'changed', names: readonly string[]) =>
  names.length === 0 ? null : findText(`audit.steps.${what}`, { count: names.length, names: names.join(', ') })
