import { chooseVariant } from '../../modules/experiments/choose-variant.ts'
import { keepVariant } from '../../modules/experiments/keep-variant.ts'
import type { StepHandler } from './step.ts'

/** Divides cases over variants. Which one a case got is saved with its position, so that it stays what it was. */
export const splitStep: StepHandler<'split'> = async (run, { key, settings: { variants } }) => {
  const { customerId, caseId, lot } = run.case
  const drawn = chooseVariant(lot, key, variants)
  const kept = await keepVariant(run.tx, {
    ...{ customerId, caseId, stepKey: key, drawn: drawn.key, at: run.now },
    variants: variants.map((one) => one.key),
  })
  const variant = variants.find((one) => one.key === kept) ?? drawn
  run.record({ event: 'divided', params: { variant: variant.key, name: variant.name } })
  return { next: variant.next }
}
