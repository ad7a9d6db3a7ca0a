import { referenceForm, referenceKind } from '@regie/contract/payment-references.ts'

const sixteen = /(?<![\dA-Za-z])\d(?:[ .-]?\d){15}(?!\d)/g
const rfOfDigits = /\bRF\d{2}(?:[ ]?\d){16}(?!\d)/gi
const rfUnspaced = /\bRF\d{2}[A-Z0-9]{1,21}\b/gi

/** The references with a right check that stand in what a payer wrote, without their RF: as a case keeps its own, and as it keeps the creditor's. Each once. */
export function referencesIn(text: string): string[] {
  const written = [rfOfDigits, rfUnspaced, sixteen].flatMap((pattern) => text.match(pattern) ?? []).map(referenceForm)
  const right = written.filter((one) => referenceKind(one) !== 'free')
  return [...new Set(right.flatMap((one) => (one.startsWith('RF') ? [one, one.slice(4)] : [one])))]
}
