import type { StepFault } from '@regie/contract/flow.ts'
import { keyAsWords } from '@regie/contract/scripts.ts'
import type { useText } from '../../../locales/i18n.tsx'

type FaultGroup = { id: string; cause: StepFault; keys: readonly string[] }

/** Faults by their cause, in the order in which they were found, each with the steps that have it. */
export function groupFaults(faults: readonly StepFault[]): FaultGroup[] {
  const groups = Map.groupBy(faults, ({ fault, detail = '' }) => `${fault} ${detail}`)
  return [...groups].flatMap(([id, [cause, ...others]]) => {
    if (cause === undefined) return []
    return [{ id, cause, keys: [...new Set([cause, ...others].flatMap(({ step }) => step ?? []))] }]
  })
}

/** A fault in words; steps are called by their names. */
export function faultText({ fault, detail = '' }: StepFault, t: ReturnType<typeof useText>, nameOf: (key: string) => string): string {
  if (fault === 'fieldUnknown' || fault === 'variableUnknown')
    return detail === '' ? t(`flow.faults.${fault}.none`) : t(`flow.faults.${fault}.gone`, { detail })
  return t(`flow.faults.${fault}`, { detail: wordsOf(fault, detail, nameOf) })
}

const textFaults: readonly StepFault['fault'][] = ['templateUnknown', 'templateKind', 'templateNotByPost', 'linkMissing']

function wordsOf(fault: StepFault['fault'], detail: string, nameOf: (key: string) => string): string {
  if (fault === 'stepMissing') return nameOf(detail)
  return textFaults.includes(fault) ? keyAsWords(detail) : detail
}
